import { STREAM_SETTINGS_ID, grants, streamSettings } from "@nightjar/db";
import type { ForeignRecording, SpotifyEntry, SpotifyPage } from "../../src/ports.ts";
import type { Studio } from "./call-verb.ts";

export const SPOTIFY_ID = "37i9dQZF1DXcBWIGoYBM5M";

export const spotifyEntry = (title: string, more: Partial<SpotifyEntry> = {}): SpotifyEntry => ({
  ...{ title, artist: "Lamp", album: null, durationMs: 61_000, isrcCode: null, spotifyId: null, recordLabel: null, releaseDate: null },
  ...{ coverUrl: null, explicit: false, albumType: null, albumTotalTracks: null, discNumber: null, trackNumber: null },
  ...{ popularity: null, previewUrl: null, ...more },
});

/** A connected account with one playlist; each page holds so many. */
export function bringSpotify(
  { services, ports }: Studio,
  entries: () => readonly SpotifyEntry[] = () => [spotifyEntry("Moth")],
  pageSize = 50,
) {
  const tokens = { accessTokenSealed: services.secrets.seal("token"), refreshTokenSealed: services.secrets.seal("refresh") };
  const { id } = services.db
    .insert(grants)
    .values({ service: "spotify", ...tokens })
    .returning()
    .get();
  const values = { spotifyGrantId: id, spotifyAccountName: "The Operator" };
  services.db
    .insert(streamSettings)
    .values({ id: STREAM_SETTINGS_ID, ...values })
    .onConflictDoUpdate({ target: streamSettings.id, set: values })
    .run();
  const head = { id: SPOTIFY_ID, name: "Night", coverUrl: null, trackCount: 1, isReadable: true };
  ports.spotify.playlists = async () => [head];
  ports.spotify.playlist = async () => ({ ...head, description: null, snapshotId: null, isOldShape: false });
  ports.spotify.pages = async function* (): AsyncGenerator<SpotifyPage> {
    const all = entries();
    for (let at = 0; at < all.length; at += pageSize) yield { entries: all.slice(at, at + pageSize), leftOut: 0, total: all.length };
  };
  return {};
}

/** From now on that service says so of a code; one that was not brought is not asked. */
export function bringLabels(
  { ports }: Studio,
  labelOf: (isrc: string) => Promise<string | null>,
  name: "deezer" | "musicbrainz" = "deezer",
  more: () => Partial<ForeignRecording> = () => ({}),
): void {
  const service = ports.catalogues.find((each) => each.name === name);
  if (!service) throw new Error(`there is no ${name}`);
  service.isOpen = () => true;
  service.find = async (isrc) => ({ ...NOTHING, recordLabel: await labelOf(isrc), ...more() });
}

const NOTHING: ForeignRecording = {
  ...{ title: null, artist: null, album: null, durationMs: null, genre: null, artworkUrl: null, bpm: null, explicit: false },
  ...{ recordLabel: null, releaseDate: null },
};
