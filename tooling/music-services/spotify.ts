import { createHash } from "node:crypto";
import { startStandIn } from "./stand-in.ts";
import type { Call, Reply, StandIn } from "./stand-in.ts";

export interface SpotifyTrack {
  readonly id: string | null;
  readonly name: string;
  readonly artists: readonly string[];
  readonly duration_ms: number;
  readonly isrc?: string;
  readonly label?: string;
}
/** An item of a playlist: a track, what is gone, nothing at all, a podcast's, or from somebody's disk. */
export type SpotifyItem = SpotifyTrack | "gone" | "nothing" | "episode" | "local";

export interface SpotifyList {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  items: readonly SpotifyItem[];
}

export interface SpotifyStandIn extends StandIn {
  readonly lists: SpotifyList[];
  /** Which calls and fields it speaks: those of before February 2026, or since. */
  shape: "old" | "new";
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

/** Spotify's accounts service and its Web API at one address: PKCE to the letter, one refresh token after the other, pages of 50. */
export async function startSpotify(clientId: string, lists: SpotifyList[]): Promise<SpotifyStandIn> {
  const codes = new Map<string, { readonly challenge: string; readonly redirectUri: string }>();
  const access = new Set<string>();
  const refresh = new Set<string>();
  let count = 0;
  let busy = { calls: 0, how: {} as { retryAfter?: string; reason?: string } };

  const consent = ({ url }: Call): Reply => {
    const of = (name: string) => url.searchParams.get(name) ?? "";
    const redirectUri = of("redirect_uri");
    const isLoopback = /^http:\/\/127\.0\.0\.1:\d+\//.test(redirectUri);
    if (of("client_id") !== clientId || of("response_type") !== "code") return { status: 400, body: "INVALID_CLIENT: Invalid client" };
    if (!isLoopback && !redirectUri.startsWith("https://")) return { status: 400, body: "INVALID_CLIENT: Insecure redirect URI" };
    if (of("code_challenge_method") !== "S256" || !/^[\w-]{43}$/.test(of("code_challenge")))
      return { status: 400, body: "code_challenge must be given" };
    const code = `code-${++count}`;
    codes.set(code, { challenge: of("code_challenge"), redirectUri });
    return { status: 303, headers: { location: `${redirectUri}?${new URLSearchParams({ code, state: of("state") }).toString()}` } };
  };
  const tokens = (): Reply => {
    const [accessToken, refreshToken] = [`access-${++count}`, `refresh-${count}`];
    access.add(accessToken);
    refresh.add(refreshToken);
    return {
      body: {
        access_token: accessToken,
        token_type: "Bearer",
        scope: "playlist-read-private",
        expires_in: 3600,
        refresh_token: refreshToken,
      },
    };
  };
  const token = ({ body, headers }: Call): Reply => {
    if (!headers["content-type"]?.startsWith("application/x-www-form-urlencoded")) return { status: 415 };
    const form = new URLSearchParams(body);
    const refused = (error: string): Reply => ({ status: 400, body: { error, error_description: error } });
    if (form.get("client_id") !== clientId) return refused("invalid_client");
    if (form.get("grant_type") === "refresh_token")
      return refresh.delete(form.get("refresh_token") ?? "") ? tokens() : refused("invalid_grant");
    const asked = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isRight = asked && asked.challenge === challenge && asked.redirectUri === form.get("redirect_uri");
    return isRight ? tokens() : refused("invalid_grant");
  };
  const standIn: SpotifyStandIn = Object.assign(
    await startStandIn((call): Reply => {
      const path = call.url.pathname;
      if (path === "/authorize") return consent(call);
      if (path === "/api/token" && call.method === "POST") return token(call);
      if (!access.has(call.headers.authorization?.replace(/^Bearer /, "") ?? "")) return failure(401, "The access token expired");
      if (busy.calls > 0) {
        busy.calls--;
        const { retryAfter, reason } = busy.how;
        const refusal = failure(429, "API rate limit exceeded", reason === undefined ? {} : { reason });
        return { ...refusal, headers: retryAfter === undefined ? {} : { "retry-after": retryAfter } };
      }
      return apiReply(call, standIn);
    }),
    {
      lists,
      shape: "new" as const,
      exhaust: (calls: number, how = {}) => void (busy = { calls, how }),
      grantAccess() {
        const token = `access-${++count}`;
        access.add(token);
        return token;
      },
      expire(what: "access" | "refresh") {
        access.clear();
        if (what === "refresh") refresh.clear();
      },
    },
  );
  return standIn;
}

function apiReply({ url }: Call, { lists, root, shape }: SpotifyStandIn): Reply {
  const path = url.pathname;
  if (path === "/v1/me") return { body: { id: SPOTIFY_ACCOUNT, display_name: "The Operator", type: "user" } };
  if (path === "/v1/me/playlists")
    return pageReply(
      url,
      root,
      // One that Spotify has taken away stays in the list as nothing.
      [...lists.map((list) => listBody(list, shape)), null],
    );
  if (path === "/v1/search") {
    const code = /^isrc:(\w{12})$/.exec(url.searchParams.get("q") ?? "")?.[1];
    if (code === undefined || url.searchParams.get("type") !== "track") return failure(400, "Bad search");
    const found = lists.flatMap(({ items }) => items).find((item) => typeof item === "object" && item.isrc === code);
    return { body: { tracks: { items: found === undefined ? [] : [trackBody(found)], next: null, total: 1 } } };
  }
  const [, id, part] = /^\/v1\/playlists\/([A-Za-z0-9]{22})(?:\/(items|tracks))?$/.exec(path) ?? [];
  const list = lists.find((each) => each.id === id);
  if (!list) return failure(404, "Resource not found");
  if (part === undefined) return { body: listBody(list, shape) };
  if (part !== (shape === "new" ? "items" : "tracks")) return failure(404, "Service not found");
  // Since 2026 only one's own are read.
  if (shape === "new" && list.owner !== SPOTIFY_ACCOUNT) return failure(403, "Forbidden");
  return pageReply(
    url,
    root,
    list.items.map((item) => itemBody(item, shape)),
  );
}

function pageReply(url: URL, root: string, all: readonly unknown[]): Reply {
  const limit = Number(url.searchParams.get("limit") ?? 20);
  const offset = Number(url.searchParams.get("offset") ?? 0);
  if (!(limit >= 1 && limit <= PAGE_MAX)) return failure(400, "Invalid limit");
  const end = offset + limit;
  const next = end < all.length ? `${root}${url.pathname}?offset=${end}&limit=${limit}` : null;
  return { body: { href: `${root}${url.pathname}`, items: all.slice(offset, end), limit, offset, next, total: all.length } };
}

const listBody = ({ id, name, owner, items }: SpotifyList, shape: "old" | "new") => ({
  ...{
    id,
    name,
    description: "Songs &amp; more",
    collaborative: false,
    type: "playlist",
    owner: { id: owner },
    images: [{ url: `https://i.scdn.co/image/${id}` }],
  },
  [shape === "new" ? "items" : "tracks"]: { total: items.length },
});

function itemBody(item: SpotifyItem, shape: "old" | "new"): object | null {
  const name = shape === "new" ? "item" : "track";
  const base = { added_at: "2026-01-01T00:00:00Z", is_local: item === "local" };
  if (item === "nothing") return null;
  if (item === "gone") return { ...base, [name]: null };
  if (item === "episode") return { ...base, [name]: { type: "episode", id: "e".repeat(22), name: "A talk", duration_ms: 1000 } };
  if (item === "local") {
    return {
      ...base,
      [name]: {
        type: "track",
        id: null,
        is_local: true,
        name: "From a disk",
        artists: [{ name: "Somebody" }],
        duration_ms: 1000,
        external_ids: {},
      },
    };
  }
  return { ...base, [name]: { ...trackBody(item), ...(shape === "old" && { available_markets: MARKETS }) } };
}

/** What made old answers long: every country in which a track may be heard, by its code. */
const MARKETS = Array.from({ length: 184 }, (_, at) => String.fromCodePoint(65 + (at % 26), 65 + Math.floor(at / 26)));

const trackBody = (item: SpotifyItem | undefined) =>
  typeof item === "object" && {
    ...{ id: item.id, name: item.name, type: "track", is_local: false, explicit: false, duration_ms: item.duration_ms },
    artists: item.artists.map((name) => ({ name })),
    album: {
      name: "LP",
      release_date: "2021-02-03",
      images: [{ url: "https://i.scdn.co/image/1" }],
      ...(item.label !== undefined && { label: item.label }),
    },
    external_ids: item.isrc === undefined ? {} : { isrc: item.isrc },
  };
