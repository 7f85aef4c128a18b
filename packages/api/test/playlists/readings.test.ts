// How the reading of a playlist goes on: past a restart of the server, past a service that is away, and what is remembered for the next.
import { AppError } from "@nightjar/contract";
import type { PlaylistEntryFields } from "@nightjar/contract";
import { STREAM_SETTINGS_ID, auditLog, playlistEntries, playlists, streamSettings, tracks } from "@nightjar/db";
import { addTrack } from "@nightjar/api/testing";
import { asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listActivity } from "../../src/activity/recent-activity.ts";
import { deleteTrack } from "../../src/library/delete-track.ts";
import { createPlaylist } from "../../src/playlists/create-playlist.ts";
import { followPlaylists, syncDue } from "../../src/playlists/follow-playlists.ts";
import { decideEntry, importTracks } from "../../src/playlists/import-tracks.ts";
import { getPlaylist } from "../../src/playlists/read-playlists.ts";
import { analyzePlaylist, listPlaylistJobs, startAnalysis, startSync, syncPlaylist } from "../../src/playlists/spotify.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";
import { SPOTIFY_ID, bringLabels, bringSpotify, spotifyEntry as entry } from "../support/spotify.ts";

const CODES = ["USRC17607839", "USRC17607840", "USRC17607841", "USRC17607842"] as const;
const MINUTE_MS = 60_000;

let studio: Studio;
let entries: PlaylistEntryFields[];
beforeEach(async () => {
  studio = await openStudio();
  entries = CODES.map((isrcCode, at) => entry(`Track ${at}`, { isrcCode }));
  bringSpotify(studio, () => entries);
});
afterEach(() => studio.close());

const jobs = () => studio.callVerb(listPlaylistJobs, undefined);
const until = (is: string) => expect.poll(async () => (await jobs())[0]?.is).toBe(is);
const analyze = () => studio.callVerb(analyzePlaylist, { playlistUrl: SPOTIFY_ID });
const sync = () => studio.callVerb(syncPlaylist, { playlistId: SPOTIFY_ID });
const syncsTold = async () =>
  (await studio.callVerb(listActivity, { of: "playlists" })).map(({ action, by, name }) => ({ action, by, name }));
const never = () => new Promise<never>(() => undefined);

/** From now on the last page is followed by nothing. @returns when it has come */
function stuckAtTheEnd(): Promise<void> {
  const reached = Promise.withResolvers<void>();
  const { pages } = studio.ports.spotify;
  studio.ports.spotify.pages = async function* (...call) {
    yield* pages(...call);
    reached.resolve();
    await never();
  };
  return reached.promise;
}

/** As if the process had been ended, and another begun. */
function restart(): void {
  studio = studio.reopen();
  bringSpotify(studio, () => entries);
}
/** What the new process does first. */
async function begun(is: "done" | "failed" = "done"): Promise<void> {
  const stop = followPlaylists(studio.services);
  await until(is);
  stop();
}

describe("a restart of the server", () => {
  it("goes on looking for labels where it was, and asks for none twice", async () => {
    const asked: string[] = [];
    bringLabels(studio, async (isrc) => (asked.push(isrc) > 2 ? never() : "Own Records"));
    const { playlist } = await analyze();
    await expect.poll(() => asked.length).toBe(3);
    restart();
    expect(await jobs()).toMatchObject([{ is: "labels", done: 2, total: 4, playlistId: playlist.id }]);
    const askedAfter: string[] = [];
    bringLabels(studio, async (isrc) => (askedAfter.push(isrc), "Other Records"));
    await begun();
    expect(askedAfter).toEqual(CODES.slice(2));
    expect(await jobs()).toMatchObject([{ is: "done", done: 4, total: 4 }]);
    expect(await studio.callVerb(getPlaylist, { id: playlist.id })).toMatchObject({ allLabels: ["Other Records", "Own Records"] });
  });

  it("goes on with the labels of a playlist from a file as well", async () => {
    bringLabels(studio, never);
    const track = { title: "Moth", artist: "Lamp", isrcCode: CODES[0] };
    const { id } = await studio.callVerb(createPlaylist, { name: "Night", source: "csv", entries: [track] });
    restart();
    bringLabels(studio, async () => "Own Records");
    await begun();
    expect(await studio.callVerb(getPlaylist, { id })).toMatchObject({ allLabels: ["Own Records"] });
  });

  it("reads the tracks again that were not kept yet, and does the sync that was asked for", async () => {
    const reached = stuckAtTheEnd();
    await studio.callVerb(startSync, { playlistId: SPOTIFY_ID });
    await reached;
    restart();
    expect(await jobs()).toMatchObject([{ is: "reading", done: 4, total: 4, syncs: true, synced: null }]);
    await begun();
    expect(await jobs()).toMatchObject([{ is: "done", synced: { tracksAdded: 4, tracksUpdated: 0 } }]);
    expect(studio.services.db.select().from(tracks).all()).toHaveLength(4);
  });

  it.each([
    ["that was begun", () => studio.callVerb(startSync, { playlistId: SPOTIFY_ID })],
    ["that was waited for", sync],
  ] as const)("tells of a sync %s before it, at its end and once, by whom it was asked for", async (_how, ask) => {
    const reached = stuckAtTheEnd();
    ask().catch(() => undefined);
    await reached;
    restart();
    bringLabels(studio, never);
    const stop = followPlaylists(studio.services);
    await until("labels");
    stop();
    const told = [{ action: "spotify.sync", by: expect.stringMatching(/^admin-/), name: "Night" }];
    expect(await syncsTold()).toEqual(told);
    restart();
    await begun();
    expect(await syncsTold()).toEqual(told);
    const kept = studio.services.db.select().from(auditLog).where(eq(auditLog.action, "spotify.sync")).all();
    expect(kept).toHaveLength(1);
  });

  it("tells of no sync that nobody asked for", async () => {
    await analyze();
    await until("done");
    const { db } = studio.services;
    db.update(playlists)
      .set({ syncedAt: new Date(0) })
      .run();
    db.update(streamSettings).set({ syncFrequency: "hourly" }).run();
    const reached = stuckAtTheEnd();
    void syncDue(studio.services);
    await reached;
    restart();
    await begun();
    expect(await jobs()).toMatchObject([{ is: "done", synced: { tracksAdded: 4 } }]);
    expect(await syncsTold()).toEqual([]);
  });

  it("says so where nobody is connected any more", async () => {
    studio.ports.spotify.playlist = never;
    await studio.callVerb(startAnalysis, { playlistUrl: SPOTIFY_ID });
    studio = studio.reopen();
    studio.services.db.update(streamSettings).set({ spotifyGrantId: null }).run();
    await begun("failed");
    expect(await jobs()).toMatchObject([{ sentence: expect.stringContaining("No Spotify account is connected") }]);
  });
});

describe("labels", () => {
  it("are waited for while nobody answers, and given up after minutes, with what was found kept", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let isAway = true;
    bringLabels(studio, async () => (isAway ? Promise.reject(new Error("away")) : "Own Records"));
    await analyze();
    await vi.advanceTimersByTimeAsync(4000);
    expect(await jobs()).toMatchObject([{ is: "labels", done: 0 }]);
    isAway = false;
    studio.ports.clock.set(Date.now() + MINUTE_MS);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(await jobs()).toMatchObject([{ is: "done", done: 4, sentence: null }]);

    entries = [...entries, entry("One more", { isrcCode: "USRC17607843" })];
    isAway = true;
    await analyze();
    for (let minute = 0; minute < 10; minute++) await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(await jobs()).toMatchObject([{ is: "done", done: 0, total: 1, sentence: expect.stringContaining("goes on where it was") }]);
    vi.useRealTimers();
  });

  it("that a service which is away may know are waited for, then counted as missing, and asked for with the next reading", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    bringLabels(studio, async () => null);
    let isAway = true;
    bringLabels(
      studio,
      async (isrc) => (isAway ? Promise.reject(new Error("away")) : isrc === CODES[0] ? null : "Own Records"),
      "musicbrainz",
    );
    const pass = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute++) {
        studio.ports.clock.set(studio.ports.clock.nowMs() + MINUTE_MS);
        await vi.advanceTimersByTimeAsync(MINUTE_MS);
      }
    };
    await analyze();
    await pass(1);
    expect(await jobs()).toMatchObject([{ is: "labels", done: 0 }]);
    await pass(10);
    const sentence =
      "The labels of 4 recordings could not be looked up: a service that knows some did not answer. Analyze the playlist again later.";
    expect(await jobs()).toMatchObject([{ is: "done", done: 4, sentence }]);
    isAway = false;
    await pass(5);
    const { playlist } = await analyze();
    await pass(1);
    expect(await jobs()).toMatchObject([{ is: "done", done: 4, sentence: null }]);
    expect(await studio.callVerb(getPlaylist, { id: playlist.id, labels: ["Own"] })).toMatchObject({ filteredTracks: 3 });
    vi.useRealTimers();
  });

  it("of which a part did not come are asked for again, and not kept as unknown", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    entries = entries.slice(0, 1);
    let isPartial = true;
    bringLabels(
      studio,
      async () => (isPartial ? null : "Own Records"),
      "deezer",
      () => ({ isPartial }),
    );
    const { playlist } = await analyze();
    await vi.advanceTimersByTimeAsync(4000);
    isPartial = false;
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(await studio.callVerb(getPlaylist, { id: playlist.id })).toMatchObject({ allLabels: ["Own Records"] });
    vi.useRealTimers();
  });

  it("that nobody knows are not asked for again with each reading, and are again after a month", async () => {
    const asked: string[] = [];
    const read = async () => {
      // A process remembers for itself what it was told.
      restart();
      bringLabels(studio, async (isrc) => (asked.push(isrc), null));
      await analyze();
      await until("done");
      return asked.splice(0).length;
    };
    expect(await read()).toBe(4);
    expect(await read()).toBe(0);
    const { db } = studio.services;
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * MINUTE_MS);
    db.update(playlistEntries)
      .set({ labelAskedAt: daysAgo(29) })
      .run();
    expect(await read()).toBe(0);
    db.update(playlistEntries)
      .set({ labelAskedAt: daysAgo(31) })
      .run();
    expect(await read()).toBe(4);
  });

  it("are those of the library where it has the recording, and nobody is asked", async () => {
    entries = entries.slice(0, 1);
    addTrack(studio.services, "Other title", "Somebody", { isrcKey: CODES[0], recordLabel: "Ours" });
    bringLabels(studio, never);
    const { playlist } = await analyze();
    await until("done");
    expect(await studio.callVerb(getPlaylist, { id: playlist.id })).toMatchObject({ allLabels: ["Ours"] });
  });

  it("reach the tracks of the library as well, also those that were imported meanwhile, and change none that has one", async () => {
    entries = entries.slice(0, 3);
    const answer = Promise.withResolvers<string>();
    bringLabels(studio, () => answer.promise);
    addTrack(studio.services, "Track 0", "Lamp");
    addTrack(studio.services, "Track 1", "Lamp", { recordLabel: "Ours" });
    const { playlist, tracks: read } = await analyze();
    await studio.callVerb(importTracks, { id: playlist.id, entryIds: [read[2]?.id ?? ""] });
    answer.resolve("Own Records");
    await until("done");
    const { title, recordLabel, revision } = tracks;
    expect(studio.services.db.select({ title, recordLabel, revision }).from(tracks).orderBy(asc(title)).all()).toEqual([
      { title: "Track 0", recordLabel: "Own Records", revision: 1 },
      { title: "Track 1", recordLabel: "Ours", revision: 0 },
      { title: "Track 2", recordLabel: "Own Records", revision: 1 },
    ]);
  });

  it("that are being looked for do not hold up a sync, which takes over", async () => {
    bringLabels(studio, never);
    await analyze();
    await until("labels");
    expect(await sync()).toEqual({ tracksAdded: 4, tracksUpdated: 0 });
  });
});

describe("what somebody has decided", () => {
  it.each([["that it is one of the library", true] as const, ["that it is none of them", false] as const])(
    "%s counts in the next reading too",
    async (_what, isOne) => {
      entries = [entry("Wick", { spotifyId: "4iV5W9uYEdYUVa79Axb7Rh" })];
      const id = addTrack(studio.services, "Wick", "Lamp", { durationMs: 200_000 });
      const { playlist, tracks: read } = await analyze();
      expect(read).toMatchObject([{ existsInLibrary: false, candidates: [{ trackId: id }] }]);
      await studio.callVerb(decideEntry, { id: playlist.id, entryId: read[0]?.id ?? "", trackId: isOne ? id : null });
      const again = await analyze();
      expect(again.tracks).toMatchObject([{ existsInLibrary: isOne, candidates: [], libraryTrackId: isOne ? id : null }]);
    },
  );
});

describe("what somebody has decided of a track that is deleted", () => {
  it("counts no more: it is looked for anew", async () => {
    entries = [entry("Wick", { spotifyId: "4iV5W9uYEdYUVa79Axb7Rh" })];
    const long = { durationMs: 200_000 };
    const first = addTrack(studio.services, "Wick", "Lamp", long);
    const { playlist, tracks: read } = await analyze();
    await studio.callVerb(decideEntry, { id: playlist.id, entryId: read[0]?.id ?? "", trackId: first });
    await studio.callVerb(deleteTrack, { id: first });
    const second = addTrack(studio.services, "Wick", "Lamp", long);
    expect((await analyze()).tracks).toMatchObject([{ existsInLibrary: false, candidates: [{ trackId: second }] }]);
  });
});

describe("a sync by itself", () => {
  const frequency = (syncFrequency: "daily" | "hourly" | "manual" | "real-time") =>
    studio.services.db.update(streamSettings).set({ syncFrequency }).where(eq(streamSettings.id, STREAM_SETTINGS_ID)).run();
  const titles = () => studio.services.db.select({ title: tracks.title }).from(tracks).all().length;

  it.each([
    ["real-time", 5],
    ["hourly", 60],
    ["daily", 24 * 60],
  ] as const)("comes %s, across restarts", async (often, minutes) => {
    const startMs = Date.now();
    studio.ports.clock.set(startMs);
    frequency(often);
    await sync();
    await until("done");
    entries = [...entries, entry("Ash")];
    restart();
    studio.ports.clock.set(startMs + minutes * MINUTE_MS - 1);
    await syncDue(studio.services);
    expect(titles()).toBe(4);
    studio.ports.clock.set(startMs + minutes * MINUTE_MS);
    await syncDue(studio.services);
    expect(titles()).toBe(5);
  });

  it("never comes where it is done by hand, nor for a playlist that was only looked at", async () => {
    await analyze();
    await until("done");
    frequency("real-time");
    studio.ports.clock.set(Date.now() + 24 * 60 * MINUTE_MS);
    await syncDue(studio.services);
    expect(titles()).toBe(0);
    frequency("manual");
    studio.services.db
      .update(playlists)
      .set({ syncedAt: new Date(0) })
      .run();
    await syncDue(studio.services);
    expect(titles()).toBe(0);
  });

  it("of thousands lets others have their turn, and breaks off and goes on without doing anything twice", async () => {
    entries = Array.from({ length: 1200 }, (_, at) => entry(`Track ${at}`));
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    count();
    expect(await sync()).toEqual({ tracksAdded: 1200, tracksUpdated: 0 });
    isOver = true;
    expect(turns).toBeGreaterThan(5);
    expect(
      studio.services.db
        .select()
        .from(playlistEntries)
        .all()
        .every(({ trackId }) => trackId !== null),
    ).toBe(true);
  });
});

it("a reading that begins, or comes to nothing, is told to the screens", async () => {
  const told: string[] = [];
  studio.services.live.subscribe((event) => void (event.type === "changed" && told.push(`${event.entity} ${event.id}`)));
  studio.ports.spotify.playlist = never;
  await studio.callVerb(startAnalysis, { playlistUrl: SPOTIFY_ID });
  expect([told, (await jobs())[0]?.is]).toEqual([[`playlists ${SPOTIFY_ID}`], "reading"]);
  restart();
  told.length = 0;
  studio.services.live.subscribe((event) => void (event.type === "changed" && told.push(`${event.entity} ${event.id}`)));
  studio.ports.spotify.playlist = () => Promise.reject(new AppError("unavailable", "Spotify could not be reached."));
  await begun("failed");
  expect(told).toEqual([`playlists ${SPOTIFY_ID}`]);
});
