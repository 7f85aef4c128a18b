import { track, trackPage } from "@nightjar/contract";
import type { TrackPage } from "@nightjar/contract";
import { audioFiles } from "@nightjar/db";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { addTrack } from "@nightjar/api/testing";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const SHA = "ab".repeat(32);
const FILE_URL = `/api/files/audio/${SHA}.mp3`;
function addFile(): void {
  const file = { extension: "mp3", sizeBytes: 1, durationMs: 1000, codec: "mp3", sampleRateHz: 44_100, channels: 2 };
  server.services.db
    .insert(audioFiles)
    .values({ sha256: SHA, ...file })
    .run();
}
const create = (fields: Readonly<Record<string, unknown>>) =>
  server.call("POST", "/api/tracks", { body: { title: "T", artist: "A", duration: "4:23", fileUrl: FILE_URL, ...fields } });
const list = async (query = "") => z.array(track).parse((await server.call("GET", `/api/tracks${query}`)).json);
const titles = async (query = "") => (await list(query)).map((entry) => entry.title);

describe("a track", () => {
  beforeEach(addFile);

  it("is made from the specification's fields and comes back with them", async () => {
    const fields = {
      ...{ title: "Nacht", artist: "Böb", album: "LP", duration: "1:02:03", genre: "House", isrcCode: "USAB19900001" },
      ...{ artworkUrl: "https://covers.example/a.jpg", fileUrl: FILE_URL, tags: ["late", "deep"], mood: "dark", bpm: 124.5, key: "Am" },
      ...{ language: "de", explicit: true, recordLabel: "Own", releaseDate: "2021-02-03" },
    };
    const made = await create(fields);
    expect(made.status).toBe(201);
    expect(track.parse(made.json)).toMatchObject({ ...fields, playCount: 0, hasAudioFile: true, isMeasuring: true, energy: null });
    expect((await server.call("GET", `/api/tracks/${textAt(made, "id")}`)).json).toEqual(made.json);
  });
});

describe("the list", () => {
  const SORTS = ["recent", "bpm"];
  const COUNT = 57;
  beforeEach(() => {
    const set = server.services.db.$client.prepare(
      `update tracks set popularity = $measure, energy = $measure, bpm = $measure, play_count = $plays, created_at = $at,
       genre = $genre, mood = 'dark', key = 'Am', tags = $tags where id = $id`,
    );
    for (let index = 0; index < COUNT; index++) {
      const id = addTrack(server.services, `Song ${(index * 37) % COUNT}`, `Artist ${index % 5}`);
      // Ties and missing measures, so that a page may end in the middle of them.
      const measures = { measure: index % 3 === 0 ? null : index % 4, plays: index % 4, at: 1_000_000 + (index % 6) };
      set.run({ id, ...measures, genre: index % 2 === 0 ? "House" : null, tags: index % 7 === 0 ? '["rare"]' : "[]" });
    }
  });

  it.each(SORTS)("comes in pages that together are the whole, sorted by %s", async (sort) => {
    const whole = await list(`?sort=${sort}`);
    expect(whole).toHaveLength(COUNT);
    const paged: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const answer = await server.call(
        "GET",
        `/api/tracks?sort=${sort}&limit=10${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      paged.push(
        ...z
          .array(track)
          .parse(answer.json)
          .map((entry) => entry.id),
      );
      cursor = answer.headers.get("x-next-cursor");
    }
    expect(paged).toEqual(whole.map((entry) => entry.id));
  });

  it("is searched and filtered on the server, and tells the total", async () => {
    expect(await titles("?search=SONG%2012")).toEqual(["Song 12"]);
    expect(await titles("?search=artist%201")).toHaveLength(12);
    expect(await titles("?genre=House&artist=Artist%200")).toHaveLength(6);
    expect(await titles("?tag=rare")).toHaveLength(9);
    expect(await titles("?search=100%25")).toEqual([]);
    const withoutMeasure = 19;
    expect(await titles("?minBpm=99")).toHaveLength(withoutMeasure);
    expect(await titles("?maxEnergy=-1")).toHaveLength(withoutMeasure);
    const input = encodeURIComponent(JSON.stringify({ genre: "House", limit: 5 }));
    const answer = await server.call("GET", `/trpc/tracks.list?input=${input}`);
    const page: TrackPage = z.object({ result: z.object({ data: trackPage }) }).parse(answer.json).result.data;
    expect({ items: page.items.length, total: page.total }).toEqual({ items: 5, total: 29 });
  });
});

describe("every call", () => {
  it("answers errors in one shape", async () => {
    for (const [method, path, body, status] of [
      ["GET", "/api/tracks/nobody", undefined, 404],
      ["GET", "/api/nothing", undefined, 404],
      ["POST", "/api/tracks", [], 400],
      ["POST", "/api/streams", { title: 5 }, 400],
    ] as const) {
      const answer = await server.call(method, path, { body });
      expect({ status: answer.status, json: answer.json }, path).toMatchObject({ status, json: { message: expect.any(String) } });
    }
    const noJson = await fetch(`${server.url}/api/streams`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.adminToken}` },
      body: "{",
    });
    expect({ status: noJson.status, json: await noJson.json() }).toEqual({
      status: 400,
      json: { message: "The body must be a JSON object" },
    });
  });

  it("is refused when its body is too large, before it is held in memory", async () => {
    for (const path of ["/api/streams", "/trpc/streams.create"]) {
      const answer = await server.call("POST", path, { body: { title: "x".repeat(17 * 1024 * 1024) } });
      expect(answer.status, path).toBe(413);
    }
  });

  it("does not tell the text of an unexpected failure, only where the log knows more", async () => {
    server.services.db.$client.exec("alter table backgrounds rename to gone");
    const answer = await server.call("GET", "/api/backgrounds");
    expect(answer.status).toBe(500);
    expect(answer.text).not.toMatch(/sqlite|table|backgrounds/i);
    const requestId = answer.headers.get("x-request-id") ?? "";
    expect(answer.text).toContain(requestId);
    expect(server.logged.find((line) => line.level === "error" && line.fields["requestId"] === requestId)).toBeDefined();
  });

  it("comes with the headers that keep a browser safe", async () => {
    const { headers } = await server.call("GET", "/api/health");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("stands in the OpenAPI document", async () => {
    const document = z
      .object({ paths: z.record(z.string(), z.unknown()) })
      .parse((await server.call("GET", "/api/openapi.json", { token: null })).json);
    expect(Object.keys(document.paths)).toContain("/api/streams/{id}/destination");
  });
});
