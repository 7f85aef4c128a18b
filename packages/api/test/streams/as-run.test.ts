import { OFF_AIR, asRunDestination, itemId, sessionId, trackId } from "@nightjar/contract";
import type { JournalEntry, StreamId } from "@nightjar/contract";
import { tracks } from "@nightjar/db";
import { addTrack } from "@nightjar/api/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deleteTrack } from "../../src/library/delete-track.ts";
import { exportAsRun, listAsRun } from "../../src/streams/as-run.ts";
import { createStream } from "../../src/streams/create-stream.ts";
import { deleteStream } from "../../src/streams/delete-stream.ts";
import { followEngine } from "../../src/streams/live-feed.ts";
import { updateStream } from "../../src/streams/update-stream.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

let studio: Studio;
let id: StreamId;
let stop: () => void;
beforeEach(async () => {
  studio = await openStudio();
  stop = followEngine(studio.services);
  ({ id } = await studio.callVerb(createStream, { title: "Night “Radio”" }));
});
afterEach(() => {
  stop();
  studio.close();
});

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000).toISOString();
let position = 0;
const started = (n: number, more: { title?: string; artist?: string; trackId?: string; isrcCode?: string | null } = {}) => ({
  ...{ type: "started" as const, position: (position += 1), entryId: `entry-${String(n).padStart(6, "0")}`, streamId: id },
  ...{ sessionId: sessionId.parse("session-1"), itemId: itemId.parse(`item-${n}`), title: `Title ${n}`, artist: "Anna" },
  ...{ startedAt: at(n * 100), isrcCode: null, ...more, trackId: trackId.parse(more.trackId ?? `track-${n}`) },
});
const TAKEN = [{ id: "d1", kind: "rtmp", host: "far.example", interruptions: [] }];
const ended = (n: number, destinations: unknown = TAKEN, endedAt = at(n * 100 + 90)): JournalEntry => ({
  ...{ type: "ended", position: (position += 1), entryId: `entry-${String(n).padStart(6, "0")}`, streamId: id, endedAt },
  destinations: asRunDestination.array().parse(destinations),
});
const entries = async (query: object = {}) => (await studio.callVerb(listAsRun, { id, ...query })).items;
const playCount = () => studio.services.db.select().from(tracks).all()[0]?.playCount;

describe("the as-run log", () => {
  it("tells what aired as it was called then, newest first, also of a stream and a track that are gone", async () => {
    const track = addTrack(studio.services, "New name");
    const interruptions = [{ from: at(110), to: at(120) }];
    studio.engine.write(started(1, { title: "Old name", isrcCode: "DEA000000001", trackId: track }));
    studio.engine.write(ended(1, [{ id: "d1", kind: "rtmp", host: "far.example", interruptions }]), started(2));
    await studio.callVerb(deleteTrack, { id: track });
    await studio.callVerb(deleteStream, { id });
    expect(await entries()).toMatchObject([
      { entryId: "entry-000002", endedAt: null, destinations: [] },
      {
        ...{ title: "Old name", artist: "Anna", isrcCode: "DEA000000001", startedAt: at(100), endedAt: at(190) },
        destinations: [{ id: "d1", kind: "rtmp", host: "far.example", interruptions }],
      },
    ]);
  });

  it("is of no stream that never was, and takes no time, limit, cursor or format that is none", async () => {
    expect(await studio.refusal(exportAsRun, { id: "nobody" })).toMatchObject({ code: "not-found" });
    for (const query of [{ from: "yesterday" }, { limit: 0 }, { limit: 1001 }, { cursor: "abc" }, { format: "xml" }]) {
      expect(await studio.refusal(exportAsRun, { id, ...query }), JSON.stringify(query)).toMatchObject({ code: "invalid-input" });
    }
    expect(await entries()).toEqual([]);
  });

  it("takes every entry once however often the process dies between any two steps", async () => {
    const track = addTrack(studio.services, "A");
    const told: JournalEntry[] = [started(1, { trackId: track }), ended(1), started(2, { trackId: track }), ended(2)];
    // Killed before the commit: told again from the first. After the commit, before the acknowledgement: the same.
    for (let count = 1; count <= told.length; count += 1) studio.engine.write(...told.slice(0, count));
    expect(await entries()).toMatchObject([{ endedAt: at(290) }, { endedAt: at(190) }]);
    expect(playCount()).toBe(2);
  });

  it("counts no play where no destination took any of it, however often that is told", () => {
    const track = addTrack(studio.services, "A");
    const refused = (from: number, to: number) => [{ ...TAKEN[0], interruptions: [{ from: at(from), to: at(to) }] }];
    studio.engine.write(started(1, { trackId: track }));
    expect(playCount()).toBe(1);
    for (let times = 0; times < 2; times += 1) studio.engine.write(ended(1, []));
    expect(playCount()).toBe(0);
    studio.engine.write(started(2, { trackId: track }), ended(2, refused(200, 290)));
    expect(playCount()).toBe(0);
    studio.engine.write(started(3, { trackId: track }), ended(3, refused(300, 389)));
    studio.engine.write(started(4, { trackId: track }), ended(4, [...refused(400, 490), ...TAKEN]));
    expect(playCount()).toBe(2);
  });

  it("has everything again that a power cut took from the database and the journal still has, and counts no play twice", async () => {
    const of = { trackId: addTrack(studio.services, "A") };
    const told: JournalEntry[] = [started(1, of), ended(1), started(2, of), ended(2), started(3, of)];
    studio.engine.write(...told);
    const before = await entries();
    studio.services.db.run("delete from as_run where entry_id in ('entry-000002', 'entry-000003')");
    studio.services.db.run("update as_run set ended_at = null");
    studio.services.db.run("update tracks set play_count = 1");
    studio.engine.write(...told);
    expect(await entries()).toEqual(before);
    expect(playCount()).toBe(3);
  });

  it("ends an entry whose end was lost where the next of its stream begins, also one that is stored already", async () => {
    const open = async () => (await entries()).map(({ entryId, endedAt }) => [entryId.slice(-1), endedAt]);
    studio.engine.write(started(1), started(2));
    expect(await open()).toEqual([
      ["2", null],
      ["1", at(200)],
    ]);
    studio.engine.write(ended(1));
    expect(await open()).toContainEqual(["1", at(190)]);
    studio.services.db.run("update as_run set ended_at = null");
    stop();
    studio = studio.reopen();
    stop = followEngine(studio.services);
    expect(await open()).toEqual([
      ["2", null],
      ["1", at(200)],
    ]);
  });

  it("tells an entry without an end as on air only while its session is", async () => {
    studio.engine.write(started(1));
    const isOnAir = async () => (await entries())[0]?.isOnAir;
    const airs = (session: string) =>
      studio.engine.setOnAir(id, { ...OFF_AIR, state: "on-air", sessionId: sessionId.parse(`session-${session}`) });
    expect(await isOnAir()).toBe(false);
    airs("1");
    expect(await isOnAir()).toBe(true);
    airs("2");
    expect(await isOnAir()).toBe(false);
    airs("1");
    studio.engine.write(ended(1));
    expect(await isOnAir()).toBe(false);
  });

  it("acknowledges nothing that the database has refused, and takes it later", async () => {
    studio.services.db.run("create trigger refuse before insert on as_run begin select raise(abort, 'disk full'); end");
    studio.engine.write(started(1));
    expect(studio.engine.acknowledged).toEqual([]);
    studio.services.db.run("drop trigger refuse");
    studio.engine.write(started(2));
    await vi.waitFor(() => expect(studio.engine.acknowledged).toHaveLength(1));
    expect(await entries()).toHaveLength(2);
  });

  it("is paged by a cursor over entries of one moment, and cut to a span of time", async () => {
    studio.engine.write(...Array.from({ length: 7 }, (_, n) => ({ ...started(n), startedAt: at(n < 4 ? 0 : n * 100) })), ended(5));
    const found: string[] = [];
    let more: { cursor?: string } | null = {};
    while (more !== null) {
      const page: Awaited<ReturnType<typeof listAsRun>> = await studio.callVerb(listAsRun, { id, limit: 2, ...more });
      found.push(...page.items.map(({ entryId }) => entryId));
      more = page.nextCursor === null ? null : { cursor: page.nextCursor };
    }
    expect(found).toEqual(["6", "5", "4", "3", "2", "1", "0"].map((n) => `entry-00000${n}`));
    // The fifth has ended after the beginning of the span; those without an end are on air.
    const span = await entries({ from: at(580), to: at(600) });
    expect(span.map(({ entryId }) => entryId)).toContain("entry-000005");
    expect(span.map(({ entryId }) => entryId)).not.toContain("entry-000006");
  });
});

describe("the as-run log, narrowed", () => {
  const found = async (query: object) => (await entries(query)).map(({ entryId }) => entryId.slice(-1)).join("");
  const cut = (from: number, to: number) => [{ ...TAKEN[0], interruptions: [{ from: at(from), to: at(to) }] }];

  it("to what was interrupted somewhere, or to what no destination took, is that and nothing else", async () => {
    studio.engine.write(started(1), ended(1), started(2), ended(2, cut(210, 220)), started(3), ended(3, cut(300, 390)));
    studio.engine.write(started(4), ended(4, []), started(5), ended(5, [...cut(500, 590), ...TAKEN]), started(6));
    expect(await found({ kind: "interrupted" })).toBe("532");
    expect(await found({ kind: "unheard" })).toBe("43");
    expect(await found({ kind: "unheard", to: at(350) })).toBe("3");
    expect(await studio.refusal(listAsRun, { id, kind: "loud" })).toMatchObject({ code: "invalid-input" });
  });

  it("by a text finds it in title and artist in any case and writing, and the ISRC with or without its hyphens", async () => {
    studio.engine.write(
      started(1, { title: "Märchen", artist: "ŁUKASZ", isrcCode: "DEA000000001" }),
      started(2, { title: "100 % _o'clock" }),
    );
    for (const text of ["märch", "MÄRCHEN", " łukasz ", "de-a00-00-00001", "chen łuk"]) expect(await found({ text }), text).toBe("1");
    for (const text of ["%", "_", "o'clock"]) expect(await found({ text }), text).toBe("2");
    expect(await found({ text: "  " })).toBe("21");
    expect(await found({ text: "marchen" })).toBe("");
    expect(await studio.refusal(listAsRun, { id, text: "x".repeat(201) })).toMatchObject({ code: "invalid-input" });
  });

  it("is paged, and kept as a file, as narrow as it is", async () => {
    studio.engine.write(...Array.from({ length: 6 }, (_, n) => started(n, { artist: n % 2 === 0 ? "Anna" : "Ben" })));
    const first = await studio.callVerb(listAsRun, { id, text: "anna", limit: 2 });
    expect(first.items.map(({ title }) => title)).toEqual(["Title 4", "Title 2"]);
    const second = await studio.callVerb(listAsRun, { id, text: "anna", limit: 2, cursor: first.nextCursor });
    expect(second).toMatchObject({ items: [{ title: "Title 0" }], nextCursor: null });
    const file = [...(await studio.callVerb(exportAsRun, { id, text: "ben", format: "csv" })).chunks].join("");
    expect(file.match(/Title \d/gu)).toEqual(["Title 5", "Title 3", "Title 1"]);
  });
});

it("the as-run log as JSON is held against its schema entry by entry, in tests and development", async () => {
  studio.engine.write(started(1));
  const whole = [...(await studio.callVerb(exportAsRun, { id })).chunks].join("");
  expect(JSON.parse(whole)).toMatchObject([{ entryId: "entry-000001" }]);
  studio.services.db.$client.exec("update as_run set session_id = ''");
  const { chunks } = await studio.callVerb(exportAsRun, { id });
  expect(() => [...chunks]).toThrow("streams.exportAsRun answers what its schema does not say");
});

describe("the as-run log as CSV", () => {
  const exported = () => studio.callVerb(exportAsRun, { id, format: "csv" });
  const linesOf = async () => [...(await exported()).chunks].join("").split("\r\n");

  it("is a file of its stream and day, with a header, quoted where it must be, every line ended by CRLF", async () => {
    studio.ports.clock.set(Date.UTC(2026, 2, 4));
    studio.engine.write(started(1, { title: 'He said "no", twice', artist: "Übermut & 歌手\nZweite Zeile" }));
    studio.engine.write(ended(1, [{ id: "d1", kind: "rtmp", host: "far.example", interruptions: [{ from: at(110), to: at(120) }] }]));
    expect(await exported()).toMatchObject({
      contentType: "text/csv; charset=utf-8; header=present",
      fileName: "as-run Night “Radio” 2026-03-04.csv",
    });
    const [header, ...lines] = await linesOf();
    expect(header).toBe(
      "startedAt,endedAt,durationMs,title,artist,isrcCode,stream,destinations,interruptions,streamId,sessionId,itemId,trackId,entryId",
    );
    expect(lines).toEqual([
      `${at(100)},${at(190)},90000,"He said ""no"", twice","Übermut & 歌手\nZweite Zeile",,Night “Radio”,rtmp far.example,` +
        `far.example ${at(110)}/${at(120)},${id},session-1,item-1,track-1,entry-000001`,
      "",
    ]);
  });

  it("tells times by the clocks of the stream's zone, with their distance from UTC, through the night in which they are changed", async () => {
    await studio.callVerb(updateStream, { id, timeZone: "Europe/Berlin" });
    const night = Date.UTC(2026, 9, 25, 0, 59, 0);
    const from = new Date(night).toISOString();
    const to = new Date(night + 120_000).toISOString();
    const interrupted = [{ id: "d1", kind: "rtmp", host: "far.example", interruptions: [{ from, to }] }];
    studio.engine.write({ ...started(1), startedAt: from }, ended(1, interrupted, to));
    studio.ports.clock.set(Date.UTC(2026, 9, 31, 23, 30));
    expect((await exported()).fileName).toBe("as-run Night “Radio” 2026-11-01.csv");
    const row = (await linesOf())[1];
    expect(row).toContain("2026-10-25T02:59:00.000+02:00,2026-10-25T02:01:00.000+01:00,120000,");
    expect(row).toContain("far.example 2026-10-25T02:59:00.000+02:00/2026-10-25T02:01:00.000+01:00");
    expect(await entries()).toMatchObject([{ startedAt: from, endedAt: to }]);
  });

  it("lets no spreadsheet run a title as a formula", async () => {
    const evil = ["=HYPERLINK(1)", "+1", "-1", "@SUM(A1)", "\t=1", "'=1", "a=1"];
    studio.engine.write(...evil.map((title, n) => started(n, { title, artist: title })));
    const titles = (await linesOf()).slice(1, -1).map((line) => line.split(",")[3]);
    expect(titles.toReversed()).toEqual(["'=HYPERLINK(1)", "'+1", "'-1", "'@SUM(A1)", "'\t=1", "'=1", "a=1"]);
  });
});
