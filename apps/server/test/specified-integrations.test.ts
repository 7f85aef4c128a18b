import { CONSENT_COOKIE } from "@nightjar/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SPOTIFY_ACCOUNT, startSpotify } from "../../../tooling/music-services/spotify.ts";
import type { SpotifyStandIn } from "../../../tooling/music-services/spotify.ts";
import { startTestServer, textAt, type Answer, type TestServer } from "./support/server.ts";

// The calls of the specification that ask the music service, at their addresses: what they are sent, what they answer.

const [OWN, MOTH] = ["a".repeat(22), "m".repeat(22)];
const url = `https://open.spotify.com/playlist/${OWN}`;

let service: SpotifyStandIn;
let server: TestServer;
beforeAll(async () => {
  const items = [
    { id: MOTH, name: "Moth", artists: ["Lamp"], duration_ms: 263_000, label: "Sony Music Entertainment" },
    { id: "w".repeat(22), name: "Wick", artists: ["Lamp"], duration_ms: 200_000, label: "Own Records" },
  ];
  service = await startSpotify("client", [{ id: OWN, name: "Night", owner: SPOTIFY_ACCOUNT, items }]);
  // Since 2026 it tells no labels.
  service.shape = "old";
  server = await startTestServer({ SPOTIFY_CLIENT_ID: "client", SPOTIFY_API_ROOT: service.root, SPOTIFY_ACCOUNTS_ROOT: service.root });
});
afterAll(async () => {
  await server.close();
  await service.close();
});

const call = (method: string, path: string, body?: unknown) => server.call(method, path, body === undefined ? {} : { body });
/** The answer of a call that must be taken. */
async function taken(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await call(method, path, body);
  expect([method, path, answer.status], answer.text).toEqual([method, path, 200]);
  return answer;
}
/** Labels are looked for by nobody here: the service tells them. */
const over = () => expect.poll(async () => (await taken("GET", "/api/spotify/jobs")).json).toMatchObject([{ is: "done" }]);

describe("playlists of the music service", () => {
  it("are asked for in words while no account is connected, and listed with id, name, cover and count once one is", async () => {
    expect(await call("GET", "/api/spotify/playlists")).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("Connect one first") },
    });
    const asked = await taken("GET", "/api/auth/spotify/connect");
    const cookie = asked.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect(cookie).toContain(`${CONSENT_COOKIE}=`);
    const consent = await fetch(textAt(asked, "authUrl"), { redirect: "manual" });
    const back = new URL(consent.headers.get("location") ?? "");
    const page = await server.call("GET", back.pathname + back.search, { token: null, headers: { cookie } });
    expect([page.status, page.text.includes("spotify-auth-success")]).toEqual([200, true]);
    expect((await taken("GET", "/api/spotify/playlists")).json).toMatchObject([
      { id: OWN, name: "Night", coverUrl: expect.stringMatching(/^\/api\/covers\/[0-9a-f]{64}$/), trackCount: 2 },
    ]);
  });

  it("are analysed by their address, and again with labels", async () => {
    const analyze = (body: object) => call("POST", "/api/spotify/analyze-playlist", body);
    for (const body of [{}, { playlistUrl: "" }, { playlistUrl: "https://example.com/playlist" }]) {
      expect(await analyze(body)).toMatchObject({ status: 400, json: { message: "Please enter a valid Spotify playlist URL" } });
    }
    const all = { totalTracks: 2, filteredTracks: 2, existingTracks: 0, newTracks: 2, isFiltered: false };
    const allLabels = ["Own Records", "Sony Music Entertainment"];
    expect(await analyze({ playlistUrl: url })).toMatchObject({
      status: 200,
      json: { ...all, tracks: [{ title: "Moth" }, { title: "Wick" }] },
    });
    // By then they are looked up.
    await over();
    expect(await analyze({ playlistUrl: url, labels: ["Sony Music"] })).toMatchObject({
      status: 200,
      json: {
        totalTracks: 2,
        filteredTracks: 1,
        newTracks: 1,
        isFiltered: true,
        allLabels,
        tracks: [{ title: "Moth", existsInLibrary: false }],
      },
    });
    await over();
  });

  it("give one track to the library by its id, once, and all that is new by a sync that counts it", async () => {
    const made = await taken("POST", `/api/spotify/import-track/${MOTH}`);
    expect(made.json).toMatchObject({ trackId: expect.any(String), isNew: true });
    expect((await taken("GET", `/api/tracks/${textAt(made, "trackId")}`)).json).toMatchObject({
      title: "Moth",
      artist: "Lamp",
      spotifyId: MOTH,
    });
    expect((await taken("POST", `/api/spotify/import-track/${MOTH}`)).json).toMatchObject({ isNew: false });
    expect(await call("POST", "/api/spotify/import-track/nobody")).toMatchObject({ status: 404 });
    const synced = await taken("POST", `/api/spotify/sync/${OWN}`);
    expect(synced.json).toEqual({ tracksAdded: 1, tracksUpdated: 0 });
  });
});
