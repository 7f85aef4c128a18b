import { OFF_AIR, asRunEntry, asRunPage, itemId, sessionId, streamId, trackId } from "@nightjar/contract";
import type { AsRunDestination, JournalEntry, StreamId } from "@nightjar/contract";
import { tracks } from "@nightjar/db";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { addTrack } from "@nightjar/api/testing";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

let server: TestServer;
let id: StreamId;
beforeEach(async () => {
  server = await startTestServer();
  id = streamId.parse(textAt(await server.call("POST", "/api/streams", { body: { title: "Night “Radio”" } }), "id"));
});
afterEach(() => server.close());

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000).toISOString();
let position = 0;
const started = (n: number, more: { title?: string; artist?: string; trackId?: string; isrcCode?: string | null } = {}) => ({
  ...{ type: "started" as const, position: (position += 1), entryId: `entry-${String(n).padStart(6, "0")}`, streamId: id },
  ...{
    sessionId: sessionId.parse("session-1"),
    itemId: itemId.parse(`item-${n}`),
    title: `Title ${n}`,
    artist: "Anna",
    startedAt: at(n * 100),
  },
  ...{ isrcCode: null, ...more, trackId: trackId.parse(more.trackId ?? `track-${n}`) },
});
const TAKEN = [{ id: "d1", kind: "rtmp", host: "far.example", interruptions: [] }];
const ended = (n: number, destinations: unknown = TAKEN): JournalEntry => ({
  ...{ type: "ended", position: (position += 1), entryId: `entry-${String(n).padStart(6, "0")}`, streamId: id, endedAt: at(n * 100 + 90) },
  destinations: destinations as AsRunDestination[],
});
const read = (query = "") => server.call("GET", `/api/streams/${id}/as-run${query}`);
const entries = async (query = "") => z.array(asRunEntry).parse((await read(query)).json);
const csv = async (query = "") => (await read(`?format=csv${query}`)).text;

describe("the as-run log", () => {
  it("tells what aired as it was called then, newest first, also of a stream and a track that are gone", async () => {
    const track = addTrack(server.services, "New name");
    const interruptions = [{ from: at(110), to: at(120) }];
    server.engine.write(started(1, { title: "Old name", isrcCode: "DEA000000001", trackId: track }));
    server.engine.write(ended(1, [{ id: "d1", kind: "rtmp", host: "far.example", interruptions }]), started(2));
    await server.call("DELETE", `/api/tracks/${track}`);
    await server.call("DELETE", `/api/streams/${id}`);
    expect(await entries()).toMatchObject([
      { entryId: "entry-000002", endedAt: null, destinations: [] },
      {
        ...{ title: "Old name", artist: "Anna", isrcCode: "DEA000000001", startedAt: at(100), endedAt: at(190) },
        destinations: [{ id: "d1", kind: "rtmp", host: "far.example", interruptions }],
      },
    ]);
  });

  it("is 404 for a stream that never was, and 400 for a time, a limit or a cursor that is none", async () => {
    expect((await server.call("GET", "/api/streams/nobody/as-run")).status).toBe(404);
    for (const query of ["?from=yesterday", "?limit=0", "?limit=1001", "?cursor=abc", "?format=xml"]) {
      expect((await read(query)).status, query).toBe(400);
    }
    expect(await entries()).toEqual([]);
  });

  it("takes every entry once however often the process dies between any two steps", async () => {
    const track = addTrack(server.services, "A");
    const told: JournalEntry[] = [started(1, { trackId: track }), ended(1), started(2, { trackId: track }), ended(2)];
    // Killed before the commit: told again from the first. After the commit, before the acknowledgement: the same.
    for (let count = 1; count <= told.length; count += 1) server.engine.write(...told.slice(0, count));
    expect(await entries()).toMatchObject([{ endedAt: at(290) }, { endedAt: at(190) }]);
    expect(server.services.db.select().from(tracks).all()[0]?.playCount).toBe(2);
  });

  it("counts no play where no destination took any of it, however often that is told", async () => {
    const track = addTrack(server.services, "A");
    const playCount = () => server.services.db.select().from(tracks).all()[0]?.playCount;
    const refused = (from: number, to: number) => [{ ...TAKEN[0], interruptions: [{ from: at(from), to: at(to) }] }];
    server.engine.write(started(1, { trackId: track }));
    expect(playCount()).toBe(1);
    for (let times = 0; times < 2; times += 1) server.engine.write(ended(1, []));
    expect(playCount()).toBe(0);
    server.engine.write(started(2, { trackId: track }), ended(2, refused(200, 290)));
    expect(playCount()).toBe(0);
    server.engine.write(started(3, { trackId: track }), ended(3, refused(300, 389)));
    server.engine.write(started(4, { trackId: track }), ended(4, [...refused(400, 490), ...TAKEN]));
    expect(playCount()).toBe(2);
  });

  it("has everything again that a power cut took from the database and the journal still has, and counts no play twice", async () => {
    const track = addTrack(server.services, "A");
    const of = { trackId: track };
    const told: JournalEntry[] = [started(1, of), ended(1), started(2, of), ended(2), started(3, of)];
    server.engine.write(...told);
    const before = await entries();
    server.services.db.run("delete from as_run where entry_id in ('entry-000002', 'entry-000003')");
    server.services.db.run("update as_run set ended_at = null");
    server.services.db.run("update tracks set play_count = 1");
    server.engine.write(...told);
    expect(await entries()).toEqual(before);
    expect(server.services.db.select().from(tracks).all()[0]?.playCount).toBe(3);
  });

  it("ends an entry whose end was lost where the next of its stream begins, also one that is stored already", async () => {
    const open = async () => (await entries()).map(({ entryId, endedAt }) => [entryId.slice(-1), endedAt]);
    server.engine.write(started(1), started(2));
    expect(await open()).toEqual([
      ["2", null],
      ["1", at(200)],
    ]);
    server.engine.write(ended(1));
    expect(await open()).toContainEqual(["1", at(190)]);
    server.services.db.run("update as_run set ended_at = null");
    await server.running.stop();
    server = await startTestServer({ DATA_DIR: server.dataDir });
    expect(await open()).toEqual([
      ["2", null],
      ["1", at(200)],
    ]);
  });

  it("tells an entry without an end as on air only while its session is", async () => {
    server.engine.write(started(1));
    const isOnAir = async () => (await entries())[0]?.isOnAir;
    expect(await isOnAir()).toBe(false);
    server.engine.setOnAir(id, { ...OFF_AIR, state: "on-air", sessionId: sessionId.parse("session-1") });
    expect(await isOnAir()).toBe(true);
    server.engine.setOnAir(id, { ...OFF_AIR, state: "on-air", sessionId: sessionId.parse("session-2") });
    expect(await isOnAir()).toBe(false);
    server.engine.setOnAir(id, { ...OFF_AIR, state: "on-air", sessionId: sessionId.parse("session-1") });
    server.engine.write(ended(1));
    expect(await isOnAir()).toBe(false);
  });

  it("acknowledges nothing that the database has refused, and takes it later", async () => {
    server.services.db.run("create trigger refuse before insert on as_run begin select raise(abort, 'disk full'); end");
    server.engine.write(started(1));
    expect(server.engine.acknowledged).toEqual([]);
    server.services.db.run("drop trigger refuse");
    server.engine.write(started(2));
    expect(server.engine.acknowledged).toHaveLength(1);
    expect(await entries()).toHaveLength(2);
  });

  it("is paged by a cursor over entries of one moment, and cut to a span of time", async () => {
    server.engine.write(...Array.from({ length: 7 }, (_, n) => ({ ...started(n), startedAt: at(n < 4 ? 0 : n * 100) })), ended(5));
    const found: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const answer = await read(`?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`);
      found.push(
        ...z
          .array(asRunEntry)
          .parse(answer.json)
          .map(({ entryId }) => entryId),
      );
      cursor = answer.headers.get("x-next-cursor");
    }
    expect(found).toEqual(["6", "5", "4", "3", "2", "1", "0"].map((n) => `entry-00000${n}`));
    // The fifth has ended after the beginning of the span; those without an end are on air.
    const span = await entries(`?from=${at(580)}&to=${encodeURIComponent(at(600))}`);
    expect(span.map(({ entryId }) => entryId)).toContain("entry-000005");
    expect(span.map(({ entryId }) => entryId)).not.toContain("entry-000006");
  });

  it("is read by the studio page by page", async () => {
    server.engine.write(started(1), ended(1), started(2));
    const input = encodeURIComponent(JSON.stringify({ id, limit: 1 }));
    const answer = await server.call("GET", `/trpc/streams.asRun?input=${input}`);
    const page = asRunPage.parse((answer.json as { result: { data: unknown } }).result.data);
    expect(page).toMatchObject({ items: [{ entryId: "entry-000002" }] });
    expect(page.nextCursor).not.toBeNull();
  });
});

describe("the as-run log as CSV", () => {
  it("is a file with a header, quoted where it must be, every line ended by CRLF", async () => {
    server.engine.write(started(1, { title: 'He said "no", twice', artist: "Übermut & 歌手\nZweite Zeile" }));
    server.engine.write(ended(1, [{ id: "d1", kind: "rtmp", host: "far.example", interruptions: [{ from: at(110), to: at(120) }] }]));
    const answer = await read("?format=csv");
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    const disposition = answer.headers.get("content-disposition") ?? "";
    expect(disposition).toMatch(
      /^attachment; filename="as-run Night _Radio_ \d{4}-\d\d-\d\d\.csv"; filename\*=UTF-8''as-run%20Night%20%E2%80%9CRadio/,
    );
    const [header, ...lines] = answer.text.split("\r\n");
    expect(header).toBe(
      "startedAt,endedAt,durationMs,title,artist,isrcCode,stream,destinations,interruptions,streamId,sessionId,itemId,trackId,entryId",
    );
    expect(lines).toEqual([
      `${at(100)},${at(190)},90000,"He said ""no"", twice","Übermut & 歌手\nZweite Zeile",,Night “Radio”,rtmp far.example,` +
        `far.example ${at(110)}/${at(120)},${id},session-1,item-1,track-1,entry-000001`,
      "",
    ]);
  });

  it("lets no spreadsheet run a title as a formula", async () => {
    const evil = ["=HYPERLINK(1)", "+1", "-1", "@SUM(A1)", "\t=1", "'=1", "a=1"];
    server.engine.write(...evil.map((title, n) => started(n, { title, artist: title })));
    const titles = (await csv())
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.split(",")[3]);
    expect(titles.toReversed()).toEqual(["'=HYPERLINK(1)", "'+1", "'-1", "'@SUM(A1)", "'\t=1", "'=1", "a=1"]);
  });

  it("comes whole, and bit by bit, for a hundred thousand entries", async () => {
    const { db } = server.services;
    server.engine.write(started(0));
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
  }, 60_000);
});
