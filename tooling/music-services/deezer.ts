import { createAllowance, pngOf, startStandIn } from "./stand-in.ts";
import type { Reply, StandIn } from "./stand-in.ts";

export interface DeezerTrack {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly label: string;
  readonly genre: string;
  /** Seconds. */
  readonly duration: number;
  readonly release_date: string;
  readonly bpm: number;
  readonly explicit_lyrics: boolean;
}

export interface DeezerStandIn extends StandIn {
  /** From now on the next so many calls are told that it is too much. */
  exhaust(calls: number): void;
  /** From now on every call is cut without a word, until it is said otherwise. */
  silence(isSilent: boolean): void;
  /** The next call is taken and never answered, as by a service that hangs. */
  hang(): void;
  /** From now on nothing is told of albums but that something is wrong, until it is said otherwise. */
  breakAlbums(areBroken: boolean): void;
}

const failure = (type: string, message: string, code: number): Reply => ({ body: { error: { type, message, code } } });
const NO_DATA = failure("DataException", "no data", 800);
const QUOTA = failure("Exception", "Quota limit exceeded", 4);

/** Deezer's public calls, by its documentation: errors come with status 200, and an address has 50 calls in 5 seconds. */
export async function startDeezer(tracks: Readonly<Record<string, DeezerTrack>>, nowMs?: () => number): Promise<DeezerStandIn> {
  const allows = createAllowance(50, 5000);
  let exhausted = 0;
  let isSilent = false;
  let isHanging = false;
  let areAlbumsBroken = false;
  const codes = Object.keys(tracks);
  const answer = (path: string, root: string): Reply => {
    const [, code] = /^\/track\/isrc:([A-Z]{2}[A-Z0-9]{3}\d{7})$/.exec(path) ?? [];
    const track = code === undefined ? undefined : tracks[code];
    if (track && code !== undefined) return { body: trackBody(track, codes.indexOf(code) + 1, root) };
    const [, album] = /^\/album\/(\d+)$/.exec(path) ?? [];
    const found = tracks[codes[Number(album) - 1] ?? ""];
    if (found) return { body: albumBody(found, Number(album)) };
    if (path.startsWith("/images/")) return { headers: { "content-type": "image/png" }, body: pngOf(64) };
    return NO_DATA;
  };
  const standIn: StandIn = await startStandIn(({ url, method, atMs }) => {
    if (isSilent) return null;
    if (isHanging) return new Promise<never>(() => (isHanging = false));
    if (method !== "GET") return failure("Exception", "Wrong method", 700);
    if (!allows(atMs)) return QUOTA;
    if (exhausted > 0 && exhausted-- > 0) return QUOTA;
    if (areAlbumsBroken && url.pathname.startsWith("/album/")) return { ...failure("Exception", "Service busy", 700), status: 500 };
    return answer(decodeURIComponent(url.pathname), standIn.root);
  }, nowMs);
  return Object.assign(standIn, {
    exhaust: (calls: number) => void (exhausted = calls),
    silence: (silent: boolean) => void (isSilent = silent),
    hang: () => void (isHanging = true),
    breakAlbums: (areBroken: boolean) => void (areAlbumsBroken = areBroken),
  });
}

const trackBody = (track: DeezerTrack, id: number, root: string) => ({
  ...{ id, readable: true, title: track.title, title_short: track.title, duration: track.duration, track_position: 1, disk_number: 1 },
  ...{ rank: 500_000, release_date: track.release_date, explicit_lyrics: track.explicit_lyrics, bpm: track.bpm, gain: -8.2, type: "track" },
  artist: { id: 1, name: track.artist, type: "artist" },
  album: { id, title: track.album, cover_xl: `${root}/images/cover/${id}/1000x1000.png`, type: "album" },
});

const albumBody = (track: DeezerTrack, id: number) => ({
  ...{ id, title: track.album, upc: "724384960650", label: track.label, release_date: track.release_date, type: "album" },
  genres: { data: track.genre === "" ? [] : [{ id: 1, name: track.genre, type: "genre" }] },
});
