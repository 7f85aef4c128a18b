// A large playlist by the real client, matched and kept in the real database: what it takes of memory, and what is told meanwhile.
import { playlistJob } from "@nightjar/contract";
import { grants, streamSettings, STREAM_SETTINGS_ID } from "@nightjar/db";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { SPOTIFY_ACCOUNT, startSpotify } from "../../../tooling/music-services/spotify.ts";
import type { SpotifyStandIn, SpotifyTrack } from "../../../tooling/music-services/spotify.ts";
import { startTestServer } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

const [LARGE, SMALL] = ["a".repeat(22), "b".repeat(22)];
const TRACKS = 2000;
const MEGABYTE = 1024 * 1024;
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
let server: TestServer;
beforeAll(async () => {
  const items = Array.from({ length: TRACKS }, (_, at) => song(at));
  service = await startSpotify("client", [
    { id: LARGE, name: "Everything", owner: SPOTIFY_ACCOUNT, items },
    { id: SMALL, name: "Little", owner: SPOTIFY_ACCOUNT, items: items.slice(0, 100) },
  ]);
  service.shape = "old";
  server = await startTestServer({ SPOTIFY_CLIENT_ID: "client", SPOTIFY_API_ROOT: service.root, SPOTIFY_ACCOUNTS_ROOT: service.root });
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
afterAll(async () => {
  await server.close();
  await service.close();
});

const analyze = (playlistUrl: string) =>
  server.call("POST", "/api/spotify/analyze-playlist", { body: { playlistUrl, labels: ["nobody"] } });

describe("the analysis of a playlist of 2,000 tracks", () => {
  it("holds a few megabytes at most however much Spotify sends, lets each page go, and tells how far it is", async () => {
    // What is made once is made now.
    expect((await analyze(SMALL)).status).toBe(200);
    const { spotify } = server.services;
    const held: number[] = [];
    const told: number[] = [];
    const { pages } = spotify;
    const before = heldBytes();
    Object.assign(spotify, {
      async *pages(...call: Parameters<typeof pages>) {
        for await (const page of pages(...call)) {
          held.push(heldBytes() - before);
          yield page;
          const jobs = z.array(playlistJob).parse((await server.call("GET", "/api/spotify/jobs")).json);
          told.push(jobs.find(({ id }) => id === LARGE)?.done ?? 0);
        }
      },
    });
    expect((await analyze(LARGE)).json).toMatchObject({ totalTracks: TRACKS, filteredTracks: 0 });
    const sentBytes = JSON.stringify(Array.from({ length: 184 }, () => "DE")).length * TRACKS;
    expect(sentBytes).toBeGreaterThan(1.5 * MEGABYTE);
    expect(told).toEqual(Array.from({ length: TRACKS / 50 }, (_, at) => (at + 1) * 50));
    expect(Math.max(...held)).toBeLessThan(4 * MEGABYTE);
    expect(heldBytes() - before).toBeLessThan(4 * MEGABYTE);
  });
});
