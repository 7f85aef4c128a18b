import { track, trackPage } from "@nightjar/contract";
import { audioFiles } from "@nightjar/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { addTrack } from "@nightjar/api/testing";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

// What HTTP adds; what the verbs do is held in packages/api/test/library.
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const read = async (query: string) => {
  const answer = await server.call("GET", `/api/tracks?${query}`);
  return { tracks: z.array(track).parse(answer.json), next: answer.headers.get("x-next-cursor") };
};

it("a track is made from JSON and comes back as it was answered", async () => {
  const sha256 = "ab".repeat(32);
  const file = { sha256, extension: "mp3", sizeBytes: 1, durationMs: 1000, codec: "mp3", sampleRateHz: 44_100, channels: 2 };
  server.services.db.insert(audioFiles).values(file).run();
  const fields = {
    title: "Nacht",
    artist: "Böb",
    duration: "1:02:03",
    fileUrl: `/api/files/audio/${sha256}.mp3`,
    bpm: 124.5,
    explicit: true,
  };
  const made = await server.call("POST", "/api/tracks", { body: fields });
  expect(made.status).toBe(201);
  expect(track.parse(made.json)).toMatchObject(fields);
  expect((await server.call("GET", `/api/tracks/${textAt(made, "id")}`)).json).toEqual(made.json);
});

describe("the list", () => {
  const COUNT = 23;
  beforeAll(() => {
    const set = server.services.db.$client.prepare("update tracks set bpm = $bpm, genre = $genre where id = $id");
    for (let index = 0; index < COUNT; index++) {
      const id = addTrack(server.services, `Song ${index}`, "Artist 0");
      // A page may end in the middle of what is equal.
      set.run({ id, bpm: 100 + (index % 4), genre: index % 2 === 0 ? "House" : null });
    }
  });

  it("comes in pages that together are the whole: a header names the next", async () => {
    const query = "sort=bpm&artist=Artist%200";
    const { tracks: whole } = await read(query);
    expect(whole).toHaveLength(COUNT);
    const paged: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page = await read(`${query}&limit=10${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`);
      paged.push(...page.tracks.map(({ id }) => id));
      cursor = page.next;
    }
    expect(paged).toEqual(whole.map(({ id }) => id));
  });

  it("is searched and filtered by what stands in the address, and tells the studio the total", async () => {
    expect((await read("search=SONG%2012")).tracks.map(({ title }) => title)).toEqual(["Song 12"]);
    expect((await read("search=100%25")).tracks).toEqual([]);
    expect((await read("genre=House&artist=Artist%200&minBpm=102.5")).tracks).toHaveLength(0);
    expect((await read("genre=House&maxBpm=102")).tracks).toHaveLength(12);
    const input = encodeURIComponent(JSON.stringify({ genre: "House", limit: 5 }));
    const answer = await server.call("GET", `/trpc/tracks.list?input=${input}`);
    const { data: page } = z.object({ result: z.object({ data: trackPage }) }).parse(answer.json).result;
    expect({ items: page.items.length, total: page.total }).toEqual({ items: 5, total: 12 });
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

  it("fails where its answer is not what its schema says, as it runs from source here and in development", async () => {
    const id = addTrack(server.services, "Faster than any", "Nobody", { bpm: 2000 });
    const answer = await server.call("GET", `/api/tracks/${id}`);
    expect(answer.status).toBe(500);
    const told = server.logged.find(({ fields }) => fields["requestId"] === answer.headers.get("x-request-id"));
    expect(told?.fields["err"]).toHaveProperty("message", expect.stringContaining("tracks.get answers what its schema does not say"));
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
});
