// A large playlist by the real client, matched and kept in the real database: what it takes of memory, and what is told meanwhile.
import { playlistJob } from "@nightjar/contract";
import { grants, streamSettings, STREAM_SETTINGS_ID } from "@nightjar/db";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { SPOTIFY_ACCOUNT, startSpotify } from "../../../tooling/music-services/spotify.ts";
import type { SpotifyStandIn, SpotifyTrack } from "../../../tooling/music-services/spotify.ts";
import { growthMb } from "../../../tooling/peak-memory.ts";
import { spawnServer } from "./support/process.ts";
import type { ServerProcess } from "./support/process.ts";
import { ADMIN, call, startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

const [LARGE, SMALL] = ["a".repeat(22), "b".repeat(22)];
const TRACKS = 2000;
const MEGABYTE = 1024 * 1024;
/** Of the whole process, with what is not collected yet. */
const GROWTH_MAX_MB = 80;
const song = (at: number): SpotifyTrack => ({
  ...{ id: String(at).padStart(22, "0"), name: `Song ${at} of a name as songs have them`, artists: ["Lamp", "Wick"], duration_ms: 61_000 },
  label: "Own Records",
});

setFlagsFromString("--expose-gc");
globalThis.gc = runInNewContext("gc");
/** What is really held. */
function heldBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

let service: SpotifyStandIn;
beforeAll(async () => {
  const items = Array.from({ length: TRACKS }, (_, at) => song(at));
  service = await startSpotify("client", [
    { id: LARGE, name: "Everything", owner: SPOTIFY_ACCOUNT, items },
    { id: SMALL, name: "Little", owner: SPOTIFY_ACCOUNT, items: items.slice(0, 100) },
  ]);
  service.shape = "old";
});
afterAll(() => service.close());
const settings = () => ({ SPOTIFY_CLIENT_ID: "client", SPOTIFY_API_ROOT: service.root, SPOTIFY_ACCOUNTS_ROOT: service.root });

describe("the analysis of a playlist of 2,000 tracks", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(settings());
    const { db, secrets } = server.services;
    const tokens = { accessTokenSealed: secrets.seal(service.grantAccess()), refreshTokenSealed: secrets.seal("none") };
    const grant = db
      .insert(grants)
      .values({ service: "spotify", ...tokens })
      .returning()
      .get();
    const values = { spotifyGrantId: grant.id };
    db.insert(streamSettings)
      .values({ id: STREAM_SETTINGS_ID, ...values })
      .onConflictDoUpdate({ target: streamSettings.id, set: values })
      .run();
  });
  afterAll(() => server.close());

  /** All of it is answered, and let go. */
  async function analyze(playlistUrl: string, tracks: number): Promise<void> {
    const { json } = await server.call("POST", "/api/spotify/analyze-playlist", { body: { playlistUrl } });
    expect(json).toMatchObject({ totalTracks: tracks, filteredTracks: tracks });
  }

  it("lets each page go that Spotify sends, holds less than 4 MB of it between them and afterwards, and tells how far it is", async () => {
    // What is made once is made now.
    await analyze(SMALL, 100);
    const { spotify } = server.services;
    const held: number[] = [];
    const told: number[] = [];
    const { pages } = spotify;
    const before = heldBytes();
    Object.assign(spotify, {
      async *pages(...asked: Parameters<typeof pages>) {
        for await (const page of pages(...asked)) {
          held.push(heldBytes() - before);
          yield page;
          const jobs = z.array(playlistJob).parse((await server.call("GET", "/api/spotify/jobs")).json);
          told.push(jobs.find(({ id }) => id === LARGE)?.done ?? 0);
        }
      },
    });
    await analyze(LARGE, TRACKS);
    const sentBytes = JSON.stringify(Array.from({ length: 184 }, () => "DE")).length * TRACKS;
    expect(sentBytes).toBeGreaterThan(1.5 * MEGABYTE);
    expect(told).toEqual(Array.from({ length: TRACKS / 50 }, (_, at) => (at + 1) * 50));
    expect(Math.max(...held)).toBeLessThan(4 * MEGABYTE);
    expect(heldBytes() - before).toBeLessThan(4 * MEGABYTE);
  });
});

describe("a server of its own that reads 2,000 tracks", () => {
  let dataDir = "";
  let server: ServerProcess;
  let url = "";
  let token = "";
  const ask = (method: string, path: string, body?: object) => call(url, method, path, { token, ...(body && { body }) });
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "nightjar-memory-"));
    const nobody = { DEEZER_API_ROOT: "http://127.0.0.1:9", MUSICBRAINZ_API_ROOT: "http://127.0.0.1:9" };
    server = spawnServer({ DATA_DIR: dataDir, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, ...nobody, ...settings() });
    url = await server.ready;
    token = textAt(await call(url, "POST", "/api/auth/login", { body: ADMIN }), "token");
    const asked = await ask("GET", "/api/auth/spotify/connect");
    const cookie = asked.headers.get("set-cookie")?.split(";")[0] ?? "";
    const back = new URL((await fetch(textAt(asked, "authUrl"), { redirect: "manual" })).headers.get("location") ?? "");
    const page = await call(url, "GET", back.pathname + back.search, { headers: { cookie } });
    if (!page.text.includes("spotify-auth-success")) throw new Error(`Spotify was not connected: ${page.text}`);
  });
  afterAll(async () => {
    server.child.kill("SIGTERM");
    await server.exited;
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** With all of its tracks as the answer, and to the end of what is done with it. */
  async function read(playlistUrl: string, tracks: number): Promise<void> {
    const { json } = await ask("POST", "/api/spotify/analyze-playlist", { playlistUrl });
    expect(z.object({ tracks: z.array(z.unknown()) }).parse(json).tracks).toHaveLength(tracks);
    const states = async () => z.array(playlistJob).parse((await ask("GET", "/api/spotify/jobs")).json);
    await expect.poll(async () => (await states()).find(({ id }) => id === playlistUrl)?.is).toBe("done");
  }

  it(`grows by less than ${GROWTH_MAX_MB} MB at its peak, with all of them answered and their labels looked up`, async () => {
    // What is loaded once, with the first.
    await read(SMALL, 100);
    const grown = await growthMb(server.pid, () => read(LARGE, TRACKS));
    console.log(`the server grew by ${grown.toFixed(1)} MB for ${TRACKS} tracks`);
    expect(grown).toBeLessThan(GROWTH_MAX_MB);
  });
});
