import { AppError } from "@nightjar/contract";
import type { TokenSource } from "@nightjar/api";
import { virtualTime } from "@nightjar/kit/testing";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { createSpotify } from "../../src/catalogues/spotify.ts";
import { SPOTIFY_ACCOUNT, startSpotify } from "../../../../tooling/music-services/spotify.ts";
import type { SpotifyItem, SpotifyStandIn, SpotifyTrack } from "../../../../tooling/music-services/spotify.ts";

export const [OWN, FOREIGN] = ["a".repeat(22), "b".repeat(22)];
export const song = (at: number, more: Partial<SpotifyTrack> = {}): SpotifyTrack => ({
  ...{
    id: String(at).padStart(22, "0"),
    name: `Song ${at}`,
    artists: ["Lamp", "Wick"],
    duration_ms: 61_000,
    isrc: `USRC1${String(at).padStart(7, "0")}`,
  },
  ...more,
});

/** With a playlist of its account, which is empty, and one of somebody else. */
export const startWithPlaylists = (): Promise<SpotifyStandIn> =>
  startSpotify("client", [
    { id: OWN, name: "Night", owner: SPOTIFY_ACCOUNT, items: [] },
    { id: FOREIGN, name: "Top 50", owner: "spotify", items: [song(1)] },
  ]);

/** As the studio's own grants give them: refreshed when one was refused. */
export function tokensOf({ root }: SpotifyStandIn, scope = "playlist-read-private playlist-read-collaborative"): TokenSource {
  let now: { access_token: string; refresh_token: string } | null = null;
  const ask = async (fields: Record<string, string>) => {
    const response = await fetch(`${root}/api/token`, {
      method: "POST",
      body: new URLSearchParams({ client_id: "client", ...fields }),
    });
    if (response.status !== 200) throw new AppError("conflict", "connect again");
    const told = (await response.json()) as { access_token: string; refresh_token?: string };
    return { access_token: told.access_token, refresh_token: told.refresh_token ?? now?.refresh_token ?? "" };
  };
  const verifier = "v".repeat(43);
  const challenge = async () => Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(verifier))).toString("base64url");
  const begin = async () => {
    const asked = { client_id: "client", response_type: "code", redirect_uri: "http://127.0.0.1:1/back", state: "s", scope };
    const proof = { code_challenge_method: "S256", code_challenge: await challenge() };
    const sent = await fetch(`${root}/authorize?${new URLSearchParams({ ...asked, ...proof }).toString()}`, { redirect: "manual" });
    const code = new URL(sent.headers.get("location") ?? "http://x").searchParams.get("code") ?? "";
    return ask({ grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: asked.redirect_uri });
  };
  return async (refused) => {
    if (now === null) now = await begin();
    else if (refused !== undefined) now = await ask({ grant_type: "refresh_token", refresh_token: now.refresh_token });
    return now.access_token;
  };
}

/** Spotify for the tests of a file, by the clock alone; each of them finds it in its new shape, with one playlist of its account. */
export function spotifyGround() {
  let service: SpotifyStandIn;
  let items: readonly SpotifyItem[];
  const put = (all: readonly SpotifyItem[]) => {
    items = all;
    const [own] = service.lists;
    if (own) own.items = all;
  };
  beforeAll(async () => {
    service = await startWithPlaylists();
  });
  afterAll(() => service.close());
  beforeEach(() => {
    service.shape = "new";
    service.isStranger = false;
    service.refused = [];
    // Its own, and somebody else's.
    service.lists.length = 2;
    put([song(1), "gone", "nothing", "episode", "local", "unnamed"]);
  });
  const time = virtualTime();
  const tokens = (scope?: string) => tokensOf(service, scope);
  const spotify = () => createSpotify(service.root, "Nightjar/1", time);
  const soon = () => AbortSignal.timeout(20_000);
  const headOf = (id = OWN) => ({ id, isOldShape: service.shape === "old" });
  async function readAll(id = OWN, token = tokens()) {
    const pages = [];
    for await (const page of spotify().pages(token, headOf(id), soon())) pages.push(page);
    return pages;
  }
  return {
    get service() {
      return service;
    },
    /** What its own holds. */
    get items() {
      return items;
    },
    ...{ headOf, put, readAll, soon, spotify, time, tokens },
  };
}
