import { audioFiles } from "@nightjar/db";
import { addTrack } from "@nightjar/api/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADMIN, startTestServer, textAt, type Answer, type TestServer } from "./support/server.ts";

// The calls of the specification, part 1, at their addresses: what they are sent, what they answer.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const call = (method: string, path: string, body?: unknown, token?: string | null) =>
  server.call(method, path, { ...(body !== undefined && { body }), ...(token !== undefined && { token }) });
const fieldsOf = (value: unknown): readonly string[] => (typeof value === "object" && value !== null ? Object.keys(value).toSorted() : []);

describe("accounts", () => {
  const NEWCOMER = { email: "new@label.example", password: "long enough" };
  const USER = ["approvedAt", "createdAt", "email", "id", "role", "status"];

  it("register with a message, sign in with a token and a user, and are listed, those who wait by themselves", async () => {
    const registered = await call("POST", "/api/auth/register", NEWCOMER, null);
    expect([registered.status, fieldsOf(registered.json)]).toEqual([201, ["message"]]);
    const signedIn = await call("POST", "/api/auth/login", NEWCOMER, null);
    expect(signedIn).toMatchObject({ status: 200, json: { token: expect.any(String), user: { role: "staff", status: "pending" } } });
    expect(fieldsOf(Reflect.get(Object(signedIn.json), "user"))).toEqual(USER);
    const wrong = await call("POST", "/api/auth/login", { ...NEWCOMER, password: "not it" }, null);
    expect([wrong.status, fieldsOf(wrong.json)]).toEqual([401, expect.arrayContaining(["message"])]);
    expect(await call("GET", "/api/auth/users")).toMatchObject({
      status: 200,
      json: {
        users: expect.arrayContaining([
          expect.objectContaining({ email: ADMIN.email }),
          expect.objectContaining({ email: NEWCOMER.email }),
        ]),
      },
    });
    expect((await call("GET", "/api/auth/users/pending")).json).toMatchObject({ users: [{ email: NEWCOMER.email, status: "pending" }] });
  });

  it("are approved, rejected, approved again and deleted, from any status", async () => {
    const { id } = await server.account("staff", "pending");
    const put = (status: string) => call("PATCH", `/api/auth/users/${id}/status`, { status });
    for (const status of ["approved", "rejected", "approved", "pending", "rejected"]) {
      expect(await put(status)).toMatchObject({ status: 200, json: { id, status } });
    }
    expect((await put("great")).status).toBe(400);
    expect((await call("DELETE", `/api/auth/users/${id}`)).status).toBe(204);
    for (const status of ["pending", "approved", "rejected"] as const) {
      const other = await server.account("staff", status);
      expect((await call("DELETE", `/api/auth/users/${other.id}`)).status).toBe(204);
    }
  });
});

describe("tracks", () => {
  const SHA = "cd".repeat(32);
  const FIELDS = {
    ...{ title: "Moth", artist: "Lamp", album: "Wings", duration: "4:23", genre: "House", isrcCode: "USRC17607839" },
    ...{ artworkUrl: "https://covers.example/1.jpg", fileUrl: `/api/files/audio/${SHA}.mp3`, tags: ["night", "slow"], mood: "dark" },
    ...{ bpm: 124, key: "A minor", language: "English", explicit: true, recordLabel: "Own Records", releaseDate: "2021-02-03" },
  };
  const OTHERS = [
    ...["id", "playCount", "spotifyId", "popularity", "energy", "valence", "danceability", "acousticness", "instrumentalness", "liveness"],
    ...["loudness", "speechiness", "timeSignature", "albumType", "albumTotalTracks", "albumReleaseDate", "artistGenres"],
    ...["artistPopularity", "previewUrl", "spotifyUrl", "markets", "discNumber", "trackNumber", "createdAt"],
  ];
  let made: Answer;
  beforeAll(async () => {
    const file = { extension: "mp3", sizeBytes: 1, durationMs: 1000, codec: "mp3", sampleRateHz: 44_100, channels: 2 };
    server.services.db
      .insert(audioFiles)
      .values({ sha256: SHA, ...file })
      .run();
    made = await call("POST", "/api/tracks", FIELDS);
  });

  it("are made of their sixteen fields, and answered with them and the music service's", async () => {
    expect(made).toMatchObject({ status: 201, json: { ...FIELDS, playCount: 0 } });
    expect(fieldsOf(made.json)).toEqual(expect.arrayContaining([...Object.keys(FIELDS), ...OTHERS]));
    expect((await call("GET", `/api/tracks/${textAt(made, "id")}`)).json).toEqual(made.json);
  });

  it("are listed as a bare list, changed by the same fields, and deleted", async () => {
    const path = `/api/tracks/${textAt(made, "id")}`;
    const list = (await call("GET", "/api/tracks")).json;
    expect(list).toEqual([made.json]);
    const changes = { ...FIELDS, title: "Wick", artworkUrl: null, bpm: 90.5, explicit: false, tags: [] };
    expect(await call("PATCH", path, changes)).toMatchObject({ status: 200, json: changes });
    const other = addTrack(server.services, "Gone");
    expect((await call("DELETE", `/api/tracks/${other}`)).status).toBe(204);
    expect((await call("GET", `/api/tracks/${other}`)).status).toBe(404);
  });

  it("are searched by title, artist, album and tags, in whatever capitals", async () => {
    const id = textAt(made, "id");
    await call("PATCH", `/api/tracks/${id}`, { title: "Wick", artist: "Lamp", album: "Wings", tags: ["Night", "slow"] });
    const found = async (search: string) => (await call("GET", `/api/tracks?search=${search}`)).json;
    for (const search of ["WICK", "lAMP", "wings", "nighT"]) expect(await found(search), search).toMatchObject([{ id }]);
    expect(await found("ember")).toEqual([]);
  });

  it("are looked for by their codes: duplicates are those that the library has", async () => {
    const isrcCodes = ["USRC17607839", "USRC17607840"];
    expect((await call("POST", "/api/tracks/check-duplicates", { isrcCodes })).json).toEqual({ duplicates: ["USRC17607839"] });
  });

  it("are looked up by a code, with a track's fields but the code", async () => {
    const { isrcCode: _asked, ...fields } = FIELDS;
    const found = await call("GET", "/api/isrc/USRC17607839");
    expect(found.status).toBe(200);
    expect(fieldsOf(found.json).filter((name) => name !== "source")).toEqual(Object.keys(fields).toSorted());
    expect((await call("GET", "/api/isrc/nonsense")).status).toBe(400);
  });
});

describe("the dashboard", () => {
  it("reads of streams whether they are live and who watches, and of the settings whether any is live", async () => {
    const id = textAt(await call("POST", "/api/streams", { title: "Night" }), "id");
    const read = async () => [(await call("GET", "/api/streams")).json, (await call("GET", "/api/stream-settings")).json];
    expect(await read()).toMatchObject([[{ id, isLive: false, viewerCount: 0 }], { isLive: false }]);
    await call("PUT", `/api/streams/${id}/destination`, { rtmpUrl: "rtmp://127.0.0.1:1/live", streamKey: "key" });
    await call("POST", `/api/direct-streaming/start/${id}`, {});
    expect(await read()).toMatchObject([[{ id, isLive: true }], { isLive: true }]);
    const played = addTrack(server.services, "Played");
    expect(await call("PATCH", "/api/stream-settings", { currentTrackId: played })).toMatchObject({
      status: 200,
      json: { currentTrackId: played },
    });
  });
});
