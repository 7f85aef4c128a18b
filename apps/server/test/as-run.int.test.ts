import { asRunEntry, asRunPage, itemId, sessionId, streamId, trackId } from "@nightjar/contract";
import type { StreamId } from "@nightjar/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

let server: TestServer;
let id: StreamId;
beforeAll(async () => {
  server = await startTestServer();
  id = streamId.parse(textAt(await server.call("POST", "/api/streams", { body: { title: "Night “Radio”" } }), "id"));
  server.engine.write(...Array.from({ length: 4 }, (_, n) => started(n)));
});
afterAll(() => server.close());

const started = (n: number) => ({
  ...{ type: "started" as const, position: n + 1, entryId: `entry-00000${n}`, streamId: id, sessionId: sessionId.parse("session-1") },
  ...{ itemId: itemId.parse(`item-${n}`), trackId: trackId.parse(`track-${n}`), title: `Title ${n}`, artist: "Anna", isrcCode: null },
  startedAt: new Date(Date.UTC(2026, 2, 1) + n * 1000).toISOString(),
});
const read = (query = "") => server.call("GET", `/api/streams/${id}/as-run${query}`);
const idsIn = (json: unknown) =>
  z
    .array(asRunEntry)
    .parse(json)
    .map(({ entryId }) => entryId);

describe("the as-run log over HTTP", () => {
  it("is 404 for a stream that never was, and 400 for a time, a limit or a cursor that is none", async () => {
    expect((await server.call("GET", "/api/streams/nobody/as-run")).status).toBe(404);
    for (const query of ["?from=yesterday", "?limit=0", "?limit=1001", "?cursor=abc", "?format=xml"]) {
      expect((await read(query)).status, query).toBe(400);
    }
  });

  it("names the next page in a header until there is none", async () => {
    const found: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const answer = await read(`?limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`);
      found.push(...idsIn(answer.json));
      cursor = answer.headers.get("x-next-cursor");
    }
    expect(found).toEqual(["entry-000003", "entry-000002", "entry-000001", "entry-000000"]);
    const early = await read(`?to=${encodeURIComponent("2026-03-01T01:00:01+01:00")}`);
    expect(idsIn(early.json)).toEqual(["entry-000000"]);
  });

  it("is read by the studio page by page", async () => {
    const input = encodeURIComponent(JSON.stringify({ id, limit: 1 }));
    const answer = await server.call("GET", `/trpc/streams.asRun?input=${input}`);
    const page = asRunPage.parse((answer.json as { result: { data: unknown } }).result.data);
    expect(page).toMatchObject({ items: [{ entryId: "entry-000003" }] });
    expect(page.nextCursor).not.toBeNull();
  });

  it("is kept as a file where it is CSV, under a name that every browser can read", async () => {
    const { headers } = await read("?format=csv");
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename="as-run Night _Radio_ \d{4}-\d\d-\d\d\.csv"; filename\*=UTF-8''as-run%20Night%20%E2%80%9CRadio/,
    );
  });

  it("comes whole, and bit by bit, for a hundred thousand entries", async () => {
    const { db } = server.services;
    db.run("delete from as_run where entry_id <> 'entry-000000'");
    db.run(
      `with recursive more(n) as (select 1 union all select n + 1 from more where n < 99999)
       insert into as_run (entry_id, stream_id, session_id, item_id, track_id, title, artist, started_at, ended_at)
       select printf('entry-%06d', n), stream_id, session_id, item_id, track_id, title, artist, started_at + n * 1000, started_at + n * 1000
       from as_run, more`,
    );
    const response = await fetch(`${server.url}/api/streams/${id}/as-run?format=csv`, {
      headers: { authorization: `Bearer ${server.adminToken}` },
    });
    let chunks = 0;
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      chunks += 1;
      text += decoder.decode(chunk, { stream: true });
    }
    const lines = text.split("\r\n");
    expect(lines).toHaveLength(100_002);
    expect(chunks).toBeGreaterThan(100);
    expect(lines[1]).toContain("entry-099999");
    expect(lines[100_000]).toContain("entry-000000");
  });
});
