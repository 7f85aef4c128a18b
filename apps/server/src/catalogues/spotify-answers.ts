import { playlistEntryInput } from "@nightjar/contract";
import type { PlaylistEntryFields, SpotifyPlaylist } from "@nightjar/contract";
import type { ForeignRecording, SpotifyPage } from "@nightjar/api";
import { z } from "zod";
import type { JsonAnswer } from "./ask-json.ts";

// What Spotify answers, in the shapes of before and after February 2026, and what it is here.

const text = z.string().nullish();
const images = z.array(z.object({ url: z.string() })).nullish();
const counted = z.object({ total: z.number() }).nullish();
/** What is no such number says nothing, and costs no track. */
const count = z.number().int().min(0).max(100_000).nullish().catch(null);
/** `tracks` became `items` in 2026. */
export const playlistAnswer = z.object({
  id: z.string(),
  name: z.string(),
  description: text,
  snapshot_id: text,
  images,
  tracks: counted,
  items: counted,
  owner: z.object({ id: z.string() }).nullish(),
  collaborative: z.boolean().nullish(),
});
export const meAnswer = z.object({ id: z.string(), display_name: text });
const trackAnswer = z.object({
  ...{
    id: text,
    name: text,
    duration_ms: z.number().nullish(),
    explicit: z.boolean().nullish(),
    is_local: z.boolean().nullish(),
    type: text,
    ...{ disc_number: count, track_number: count, popularity: count, preview_url: text },
  },
  artists: z.array(z.object({ name: text })).nullish(),
  album: z.object({ id: text, name: text, release_date: text, images, label: text, album_type: text, total_tracks: count }).nullish(),
  external_ids: z.object({ isrc: text }).nullish(),
});
/** `track` became `item`. */
const itemAnswer = z.object({ is_local: z.boolean().nullish(), track: z.unknown().optional(), item: z.unknown().optional() });
const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: text, total: z.number().nullish() });
export const listOf = () => pageOf(playlistAnswer.nullable());
export const itemsOf = () => pageOf(itemAnswer.nullable());
const albumsAnswer = z.object({ albums: z.array(z.object({ id: z.string(), label: text }).nullable()) });
export const searchAnswer = z.object({ tracks: pageOf(trackAnswer.nullable()) });
export const errorAnswer = z.object({ error: z.object({ reason: text, message: text }) });

type Item = z.output<typeof itemAnswer> | null;
type Track = z.output<typeof trackAnswer>;

/** Who is answered so may read everybody's. */
export const isOldShape = ({ tracks, items }: z.output<typeof playlistAnswer>) => !!tracks && !items;

export function toPlaylist(answer: z.output<typeof playlistAnswer>, own: string | null): SpotifyPlaylist {
  const { id, name, images: covers, tracks, items, owner, collaborative } = answer;
  const isReadable = own === null || isOldShape(answer) || owner?.id === own || collaborative === true;
  return { id, name, coverUrl: covers?.[0]?.url ?? null, trackCount: (items ?? tracks)?.total ?? 0, isReadable };
}

/** Descriptions come with the entities of HTML. */
export const plainText = (html: string | null | undefined) =>
  html?.replaceAll("&#x27;", "'").replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&") ||
  null;

/** @param hasLabels its albums can be asked for theirs */
export function toPage(items: readonly Item[], total: number, hasLabels: boolean): SpotifyPage {
  const tracks = items.flatMap((item) => trackOf(item) ?? []);
  const entries = tracks.flatMap((track) => {
    const entry = entryOf(track);
    return entry ? { ...entry, spotifyAlbumId: hasLabels ? albumIdOf(track) : null } : [];
  });
  return { entries, leftOut: items.length - entries.length, total };
}

const albumIdOf = ({ album, is_local }: Track) => (!is_local && album?.id && /^[A-Za-z0-9]{1,64}$/.test(album.id) ? album.id : null);

const LABEL_MAX = 500;

/** By the album's id; those that have none are left out. null: they are not told. */
export function labelsOf({ status, json }: JsonAnswer): ReadonlyMap<string, string> | null {
  const albums = status === 200 ? albumsAnswer.safeParse(json).data?.albums : undefined;
  if (!albums) return null;
  const labels = new Map<string, string>();
  for (const album of albums) if (album?.label?.trim()) labels.set(album.id, album.label.trim().slice(0, LABEL_MAX));
  return labels;
}

/** null: an episode, or nothing. */
function trackOf(item: Item): Track | null {
  const track = trackAnswer.safeParse(item?.item ?? item?.track).data;
  if (!track || track.type === "episode") return null;
  return item?.is_local === true ? { ...track, is_local: true } : track;
}

/** What comes from somebody's own disk has neither an id nor a code. */
function entryOf(track: Track): PlaylistEntryFields | null {
  const { title, artist, album, durationMs, artworkUrl, recordLabel, releaseDate } = recordingOf(track);
  const isLocal = track.is_local === true;
  const fields = {
    title: title?.slice(0, 500),
    artist: artist?.slice(0, 500),
    album: album?.slice(0, 500),
    durationMs,
    recordLabel,
    releaseDate,
  };
  const ids = isLocal ? {} : { spotifyId: track.id, isrcCode: track.external_ids?.isrc, coverUrl: artworkUrl, ...placeOf(track) };
  return playlistEntryInput.safeParse({ ...fields, ...ids, explicit: track.explicit }).data ?? null;
}

/** Where it stands on its album, and what Spotify makes of it. */
const placeOf = ({ album, disc_number, track_number, popularity, preview_url }: Track) => ({
  ...{ albumType: album?.album_type, albumTotalTracks: album?.total_tracks, discNumber: disc_number, trackNumber: track_number },
  ...{ popularity, previewUrl: preview_url },
});

export function recordingOf(track: Track): ForeignRecording {
  const artists = (track.artists ?? []).flatMap(({ name }) => name || []);
  return {
    title: track.name || null,
    artist: artists.join(", ") || null,
    album: track.album?.name || null,
    durationMs: track.duration_ms || null,
    genre: null,
    artworkUrl: track.album?.images?.[0]?.url ?? null,
    bpm: null,
    explicit: track.explicit ?? false,
    recordLabel: track.album?.label || null,
    releaseDate: track.album?.release_date || null,
  };
}
