import { createHash } from "node:crypto";
import { createSpotifyAccounts } from "./spotify-accounts.ts";
import { startStandIn } from "./stand-in.ts";
import type { Call, Reply, StandIn } from "./stand-in.ts";

export interface SpotifyTrack {
  readonly id: string | null;
  readonly name: string;
  readonly artists: readonly string[];
  readonly duration_ms: number;
  readonly isrc?: string;
  /** The id of its album; else it has one of its own. */
  readonly album?: string;
  /** Of its album. */
  readonly label?: string;
}
/** An item of a playlist: a track, what is gone, nothing at all, a podcast's, from somebody's disk, or that with nobody named. */
export type SpotifyItem = SpotifyTrack | "gone" | "nothing" | "episode" | "local" | "unnamed";

export interface SpotifyList {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  /** The account works on it, though it is somebody else's. */
  readonly isShared?: boolean;
  items: readonly SpotifyItem[];
}

export interface SpotifyStandIn extends StandIn {
  readonly lists: SpotifyList[];
  /** Which calls and fields it speaks: those of before February 2026, or since. */
  shape: "old" | "new";
  /** The account is not among those that the app's owner has let in, until it is said otherwise. */
  isStranger: boolean;
  /** Calls that are refused: some that want leave which nobody asked for, some that Spotify has taken away. message null: it is no JSON. */
  refused: readonly { readonly path: RegExp; readonly status: number; readonly message: string | null }[];
  /** The next so many calls are cut without a word. */
  cut(calls: number): void;
  /** From now on pages of items from that one on are taken and not answered. @returns answers them, and those that come from then on */
  hold(from: number): () => void;
  /** Once the page of items from that one on is given, somebody changes what the playlists hold. */
  changeAfter(from: number, change: () => void): void;
  /** The next so many calls are told that it is too much. */
  exhaust(calls: number, how?: { readonly retryAfter?: string; readonly reason?: string }): void;
  /** An access token, as somebody gets who has consented. */
  grantAccess(): string;
  /** Access tokens given so far are not taken any more; `refresh` neither: the leave is over. */
  expire(what: "access" | "refresh"): void;
}

export const SPOTIFY_ACCOUNT = "operator";
const failure = (status: number, message: string, more: object = {}): Reply => ({ status, body: { error: { status, message, ...more } } });
const PAGE_MAX = 50;
const ID = /^[A-Za-z0-9]{22}$/;

/** Spotify's accounts service and its Web API at one address: PKCE to the letter, one refresh token after the other, pages of 50. */
export async function startSpotify(clientId: string, lists: SpotifyList[]): Promise<SpotifyStandIn> {
  const accounts = createSpotifyAccounts(clientId);
  let busy = { calls: 0, how: {} as { retryAfter?: string; reason?: string } };
  let cuts = 0;
  let next = { from: Number.NaN, change: (): void => undefined };
  let held = { from: Number.POSITIVE_INFINITY, until: Promise.resolve() };

  const standIn: SpotifyStandIn = Object.assign(
    await startStandIn(async (call): Promise<Reply | null> => {
      const path = call.url.pathname;
      if (path === "/authorize") return accounts.consent(call);
      if (path === "/api/token") return accounts.token(call);
      const [, token] = /^Bearer (\S+)$/.exec(call.headers.authorization ?? "") ?? [];
      if (token === undefined) return failure(400, "Only valid bearer authentication supported");
      const scopes = accounts.scopesOf(token);
      if (scopes === null) return failure(401, "The access token expired");
      if (cuts > 0 && cuts-- > 0) return null;
      if (standIn.isStranger)
        return { status: 403, body: "Check settings on developer.spotify.com/dashboard, the user may not be registered." };
      const refusal = standIn.refused.find((each) => each.path.test(path));
      if (refusal?.message === null) return { status: refusal.status, body: "Forbidden" };
      if (refusal) return failure(refusal.status, refusal.message);
      if (busy.calls > 0) {
        busy.calls--;
        const { retryAfter, reason } = busy.how;
        const tooMuch = failure(429, "API rate limit exceeded", reason === undefined ? {} : { reason });
        return { ...tooMuch, headers: retryAfter === undefined ? {} : { "retry-after": retryAfter } };
      }
      const offset = Number(call.url.searchParams.get("offset") ?? 0);
      if (offset >= held.from) await held.until;
      const reply = apiReply(call, scopes, standIn);
      if (offset === next.from && ITEMS.test(path)) {
        const { change } = next;
        next = { ...next, from: Number.NaN };
        change();
      }
      return reply;
    }),
    {
      lists,
      shape: "new" as const,
      isStranger: false,
      refused: [],
      exhaust: (calls: number, how = {}) => void (busy = { calls, how }),
      changeAfter: (from: number, change: () => void) => void (next = { from, change }),
      cut: (calls: number) => void (cuts = calls),
      hold(from: number) {
        let resolve: () => void = () => undefined;
        const promise = new Promise<void>((done) => (resolve = done));
        held = { from, until: promise };
        return resolve;
      },
      grantAccess: accounts.grantAccess,
      expire: accounts.expire,
    },
  );
  return standIn;
}

const ITEMS = /^\/v1\/playlists\/\w+\/(items|tracks)$/;
/** What a call needs leave for. */
const SCOPES: readonly (readonly [path: RegExp, scope: string])[] = [
  [/^\/v1\/me\/playlists$/, "playlist-read-private"],
  [ITEMS, "playlist-read-private"],
];

function apiReply({ method, url }: Call, scopes: ReadonlySet<string>, { lists, root, shape }: SpotifyStandIn): Reply {
  const path = url.pathname;
  if (method !== "GET") return failure(405, "Method not allowed");
  if (SCOPES.some(([which, scope]) => which.test(path) && !scopes.has(scope))) return failure(403, "Insufficient client scope");
  if (path === "/v1/me") return { body: { id: SPOTIFY_ACCOUNT, display_name: "The Operator", type: "user" } };
  if (path === "/v1/me/playlists")
    return pageReply(
      url,
      root,
      // One that Spotify has taken away stays in the list as nothing.
      [...lists.map((list) => listBody(list, shape)), null],
    );
  // Since 2026 nobody is told several at once, nor a label.
  if (path === "/v1/albums") return shape === "old" ? albumsReply(url, lists) : failure(403, "Forbidden");
  if (path === "/v1/search") {
    const code = /^isrc:(\w{12})$/.exec(url.searchParams.get("q") ?? "")?.[1];
    if (code === undefined || url.searchParams.get("type") !== "track") return failure(400, "Bad search");
    const found = lists.flatMap(({ items }) => items).find((item) => typeof item === "object" && item.isrc === code);
    return { body: { tracks: { items: found === undefined ? [] : [trackBody(found)], next: null, total: 1 } } };
  }
  const [, id, part] = /^\/v1\/playlists\/([^/]+)(?:\/(items|tracks))?$/.exec(path) ?? [];
  if (id !== undefined && !ID.test(id)) return failure(400, "Invalid base62 id");
  const list = lists.find((each) => each.id === id);
  if (!list) return failure(404, "Resource not found");
  if (part === undefined) return { body: listBody(list, shape) };
  if (part !== (shape === "new" ? "items" : "tracks")) return failure(404, "Service not found");
  // Since 2026 only those are read that are one's own, or that one works on.
  if (shape === "new" && !isOpen(list)) return failure(403, "Forbidden");
  return pageReply(
    url,
    root,
    list.items.map((item) => itemBody(item, shape)),
  );
}

const ALBUMS_MAX = 20;

function albumsReply(url: URL, lists: readonly SpotifyList[]): Reply {
  const ids = (url.searchParams.get("ids") ?? "").split(",");
  if (ids.length > ALBUMS_MAX) return failure(400, "Too many ids requested");
  if (!ids.every((id) => ID.test(id))) return failure(400, "invalid id");
  const tracks = lists.flatMap(({ items }) => items).filter((item) => typeof item === "object");
  const byAlbum = new Map(tracks.map((track) => [albumIdOf(track), track]));
  const albums = ids.map((id) => {
    const track = byAlbum.get(id);
    return track === undefined ? null : { ...albumBody(track), label: track.label ?? "" };
  });
  return { body: { albums } };
}

const albumIdOf = ({ album, id }: SpotifyTrack) => album ?? (id === null ? null : `A${id.slice(1)}`);

/** As it stands with a track: without its label. */
const albumBody = (track: SpotifyTrack) => ({
  ...{ id: albumIdOf(track), name: "LP", album_type: "album", total_tracks: 9, release_date: "2021-02-03" },
  images: [{ url: "https://i.scdn.co/image/1" }],
});

function pageReply(url: URL, root: string, all: readonly unknown[]): Reply {
  const limit = Number(url.searchParams.get("limit") ?? 20);
  const offset = Number(url.searchParams.get("offset") ?? 0);
  if (!(limit >= 1 && limit <= PAGE_MAX)) return failure(400, "Invalid limit");
  const end = offset + limit;
  const next = end < all.length ? `${root}${url.pathname}?offset=${end}&limit=${limit}` : null;
  return { body: { href: `${root}${url.pathname}`, items: all.slice(offset, end), limit, offset, next, total: all.length } };
}

const isOpen = ({ owner, isShared = false }: Pick<SpotifyList, "owner" | "isShared">) => owner === SPOTIFY_ACCOUNT || isShared;

const listBody = ({ id, name, owner, isShared = false, items }: SpotifyList, shape: "old" | "new") => ({
  ...{
    id,
    name,
    description: "Songs &amp; more",
    snapshot_id: createHash("sha1").update(JSON.stringify(items)).digest("base64"),
    collaborative: isShared,
    type: "playlist",
    owner: { id: owner },
    images: [{ url: `https://i.scdn.co/image/${id}` }],
  },
  // Since 2026 of those alone that are open.
  ...(shape === "old" ? { tracks: { total: items.length } } : isOpen({ owner, isShared }) && { items: { total: items.length } }),
});

function itemBody(item: SpotifyItem, shape: "old" | "new"): object | null {
  const name = shape === "new" ? "item" : "track";
  const base = { added_at: "2026-01-01T00:00:00Z", is_local: item === "local" || item === "unnamed" };
  if (item === "nothing") return null;
  if (item === "gone") return { ...base, [name]: null };
  if (item === "episode") return { ...base, [name]: { type: "episode", id: "e".repeat(22), name: "A talk", duration_ms: 1000 } };
  if (item === "local" || item === "unnamed") {
    return {
      ...base,
      [name]: {
        type: "track",
        id: null,
        is_local: true,
        name: "From a disk",
        artists: [{ name: item === "local" ? "Somebody" : "" }],
        duration_ms: 1000,
        external_ids: {},
      },
    };
  }
  return { ...base, [name]: { ...trackBody(item), ...(shape === "old" && OLD_FIELDS) } };
}

/** What made old answers long: every country in which a track may be heard, by its code. */
const MARKETS = Array.from({ length: 184 }, (_, at) => String.fromCodePoint(65 + (at % 26), 65 + Math.floor(at / 26)));
const OLD_FIELDS = { available_markets: MARKETS, popularity: 61, preview_url: "https://p.scdn.co/mp3-preview/1" };

const trackBody = (item: SpotifyItem | undefined) =>
  typeof item === "object" && {
    ...{ id: item.id, name: item.name, type: "track", is_local: false, explicit: false, duration_ms: item.duration_ms },
    ...{ disc_number: 1, track_number: 2 },
    artists: item.artists.map((name) => ({ name })),
    album: albumBody(item),
    external_ids: item.isrc === undefined ? {} : { isrc: item.isrc },
  };
