// How the reading of a playlist goes on: past a restart of the server, by itself, and with what somebody has decided meanwhile.
import { AppError } from "@nightjar/contract";
import { STREAM_SETTINGS_ID, auditLog, playlistEntries, playlists, streamSettings, tracks } from "@nightjar/db";
import { addTrack } from "@nightjar/api/testing";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { listActivity } from "../../src/activity/recent-activity.ts";
import { deleteTrack } from "../../src/library/delete-track.ts";
import { createPlaylist } from "../../src/playlists/create-playlist.ts";
import { followPlaylists, syncDue } from "../../src/playlists/follow-playlists.ts";
import { decideEntry } from "../../src/playlists/import-tracks.ts";
import { getPlaylist } from "../../src/playlists/read-playlists.ts";
import { startAnalysis, startSync } from "../../src/playlists/spotify.ts";
import { CODES, never, playlistGround } from "../support/spotify-playlist.ts";
import { SPOTIFY_ID, bringLabels, spotifyEntry as entry } from "../support/spotify.ts";

const MINUTE_MS = 60_000;

const ground = playlistGround();
const { analyze, far, jobs, restart, sync, until } = ground;
const syncsTold = async () =>
  (await ground.studio.callVerb(listActivity, { of: "playlists" })).map(({ action, by, name }) => ({ action, by, name }));

/** From now on the last page is followed by nothing. @returns when it has come */
function stuckAtTheEnd(): Promise<void> {
  const reached = Promise.withResolvers<void>();
  const { pages } = ground.studio.ports.spotify;
  ground.studio.ports.spotify.pages = async function* (...call) {
    yield* pages(...call);
    reached.resolve();
    await never();
  };
  return reached.promise;
}

/** What the new process does first. */
async function begun(is: "done" | "failed" = "done"): Promise<void> {
  const stop = followPlaylists(ground.studio.services);
  await until(is);
  stop();
}

describe("a restart of the server", () => {
  it("goes on looking for labels where it was, and asks for none twice", async () => {
    const asked: string[] = [];
    bringLabels(ground.studio, async (isrc) => (asked.push(isrc) > 2 ? never() : "Own Records"));
    const { playlist } = await analyze();
    await expect.poll(() => asked.length).toBe(3);
    restart();
    expect(await jobs()).toMatchObject([{ is: "labels", done: 2, total: 4, playlistId: playlist.id }]);
    const askedAfter: string[] = [];
    bringLabels(ground.studio, async (isrc) => (askedAfter.push(isrc), "Other Records"));
    await begun();
    expect(askedAfter).toEqual(CODES.slice(2));
    expect(await jobs()).toMatchObject([{ is: "done", done: 4, total: 4 }]);
    expect(await ground.studio.callVerb(getPlaylist, { id: playlist.id })).toMatchObject({ allLabels: ["Other Records", "Own Records"] });
  });

  it("goes on with the labels of a playlist from a file as well", async () => {
    bringLabels(ground.studio, never);
    const track = { title: "Moth", artist: "Lamp", isrcCode: CODES[0] };
    const { id } = await ground.studio.callVerb(createPlaylist, { name: "Night", source: "csv", entries: [track] });
    restart();
    bringLabels(ground.studio, async () => "Own Records");
    await begun();
    expect(await ground.studio.callVerb(getPlaylist, { id })).toMatchObject({ allLabels: ["Own Records"] });
  });

  it("reads the tracks again that were not kept yet, and does the sync that was asked for", async () => {
    const reached = stuckAtTheEnd();
    await ground.studio.callVerb(startSync, { playlistId: SPOTIFY_ID });
    await reached;
    restart();
    expect(await jobs()).toMatchObject([{ is: "reading", done: 4, total: 4, syncs: true, synced: null }]);
    await begun();
    expect(await jobs()).toMatchObject([{ is: "done", synced: { tracksAdded: 4, tracksUpdated: 0 } }]);
    expect(ground.studio.services.db.select().from(tracks).all()).toHaveLength(4);
  });

  it.each([
    ["that was begun", () => ground.studio.callVerb(startSync, { playlistId: SPOTIFY_ID })],
    ["that was waited for", sync],
  ] as const)("tells of a sync %s before it, at its end and once, by whom it was asked for", async (_how, ask) => {
    const reached = stuckAtTheEnd();
    ask().catch(() => undefined);
    await reached;
    restart();
    bringLabels(ground.studio, never);
    const stop = followPlaylists(ground.studio.services);
    await until("labels");
    stop();
    const told = [{ action: "spotify.sync", by: expect.stringMatching(/^admin-/), name: "Night" }];
    expect(await syncsTold()).toEqual(told);
    restart();
    await begun();
    expect(await syncsTold()).toEqual(told);
    const kept = ground.studio.services.db.select().from(auditLog).where(eq(auditLog.action, "spotify.sync")).all();
    expect(kept).toHaveLength(1);
  });

  it("tells of no sync that nobody asked for", async () => {
    await analyze();
    await until("done");
    const { db } = ground.studio.services;
    db.update(playlists)
      .set({ syncedAt: new Date(0) })
      .run();
    db.update(streamSettings).set({ syncFrequency: "hourly" }).run();
    const reached = stuckAtTheEnd();
    void syncDue(ground.studio.services);
    await reached;
    restart();
    await begun();
    expect(await jobs()).toMatchObject([{ is: "done", synced: { tracksAdded: 4 } }]);
    expect(await syncsTold()).toEqual([]);
  });

  it("says so where nobody is connected any more", async () => {
    ground.studio.ports.spotify.playlist = never;
    await ground.studio.callVerb(startAnalysis, { playlistUrl: SPOTIFY_ID });
    ground.reopen();
    ground.studio.services.db.update(streamSettings).set({ spotifyGrantId: null }).run();
    await begun("failed");
    expect(await jobs()).toMatchObject([{ sentence: expect.stringContaining("No Spotify account is connected") }]);
  });
});

describe("what somebody has decided", () => {
  it.each([["that it is one of the library", true] as const, ["that it is none of them", false] as const])(
    "%s counts in the next reading too",
    async (_what, isOne) => {
      far.entries = [entry("Wick", { spotifyId: "4iV5W9uYEdYUVa79Axb7Rh" })];
      const id = addTrack(ground.studio.services, "Wick", "Lamp", { durationMs: 200_000 });
      const { playlist, tracks: read } = await analyze();
      expect(read).toMatchObject([{ existsInLibrary: false, candidates: [{ trackId: id }] }]);
      await ground.studio.callVerb(decideEntry, { id: playlist.id, entryId: read[0]?.id ?? "", trackId: isOne ? id : null });
      const again = await analyze();
      expect(again.tracks).toMatchObject([{ existsInLibrary: isOne, candidates: [], libraryTrackId: isOne ? id : null }]);
    },
  );

  it.each([["first", 0] as const, ["second", 1] as const])(
    "of the %s of two that are the same stays with that one, and goes neither where a third comes nor where one is left",
    async (_which, at) => {
      const copies = (count: number) =>
        void (far.entries = Array.from({ length: count }, () => entry("Wick", { spotifyId: "4iV5W9uYEdYUVa79Axb7Rh" })));
      copies(2);
      const trackId = addTrack(ground.studio.services, "Wick", "Lamp", { durationMs: 200_000 });
      const { playlist, tracks: read } = await analyze();
      await ground.studio.callVerb(decideEntry, { id: playlist.id, entryId: read[at]?.id ?? "", trackId });
      const decided = async () => (await analyze()).tracks.map(({ libraryTrackId }) => libraryTrackId === trackId);
      expect(await decided()).toEqual([at === 0, at === 1]);
      copies(3);
      expect(await decided()).toEqual([at === 0, at === 1, true]);
      copies(1);
      expect(await decided()).toEqual([true]);
    },
  );

  it("of one of two releases of a recording stays with that release, wherever it stands", async () => {
    const of = (spotifyId: string) => entry("Wick", { spotifyId, isrcCode: CODES[0] ?? null });
    const [single, album] = [of("4iV5W9uYEdYUVa79Axb7Rh"), of("7ouMYWpwJ422jRcDASZB7P")];
    far.entries = [single, album];
    addTrack(ground.studio.services, "Wick", "Lamp", { durationMs: 200_000 });
    const { playlist, tracks: read } = await analyze();
    await ground.studio.callVerb(decideEntry, { id: playlist.id, entryId: read[1]?.id ?? "", trackId: null });
    far.entries = [album, single];
    expect((await analyze()).tracks.map(({ candidates }) => candidates.length)).toEqual([0, 1]);
  });
});

describe("what somebody has decided of a track that is deleted", () => {
  it("counts no more: it is looked for anew", async () => {
    far.entries = [entry("Wick", { spotifyId: "4iV5W9uYEdYUVa79Axb7Rh" })];
    const long = { durationMs: 200_000 };
    const first = addTrack(ground.studio.services, "Wick", "Lamp", long);
    const { playlist, tracks: read } = await analyze();
    await ground.studio.callVerb(decideEntry, { id: playlist.id, entryId: read[0]?.id ?? "", trackId: first });
    await ground.studio.callVerb(deleteTrack, { id: first });
    const second = addTrack(ground.studio.services, "Wick", "Lamp", long);
    expect((await analyze()).tracks).toMatchObject([{ existsInLibrary: false, candidates: [{ trackId: second }] }]);
  });
});

describe("a sync by itself", () => {
  const frequency = (syncFrequency: "daily" | "hourly" | "manual" | "real-time") =>
    ground.studio.services.db.update(streamSettings).set({ syncFrequency }).where(eq(streamSettings.id, STREAM_SETTINGS_ID)).run();
  const titles = () => ground.studio.services.db.select({ title: tracks.title }).from(tracks).all().length;
  afterEach(() => void vi.useRealTimers());

  it.each([
    ["real-time", 5],
    ["hourly", 60],
    ["daily", 24 * 60],
  ] as const)("comes %s, across restarts", async (often, minutes) => {
    const startMs = Date.now();
    ground.studio.ports.clock.set(startMs);
    frequency(often);
    await sync();
    await until("done");
    far.entries = [...far.entries, entry("Ash")];
    restart();
    ground.studio.ports.clock.set(startMs + minutes * MINUTE_MS - 1);
    await syncDue(ground.studio.services);
    expect(titles()).toBe(4);
    ground.studio.ports.clock.set(startMs + minutes * MINUTE_MS);
    await syncDue(ground.studio.services);
    expect(titles()).toBe(5);
  });

  it("never comes where it is done by hand, nor for a playlist that was only looked at", async () => {
    await analyze();
    await until("done");
    frequency("real-time");
    ground.studio.ports.clock.set(Date.now() + 24 * 60 * MINUTE_MS);
    await syncDue(ground.studio.services);
    expect(titles()).toBe(0);
    frequency("manual");
    ground.studio.services.db
      .update(playlists)
      .set({ syncedAt: new Date(0) })
      .run();
    await syncDue(ground.studio.services);
    expect(titles()).toBe(0);
  });

  it("is due by the clock, and nobody begins it", async () => {
    const startMs = Date.now();
    ground.studio.ports.clock.set(startMs);
    frequency("hourly");
    await sync();
    await until("done");
    far.entries = [...far.entries, entry("Ash")];
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const stop = followPlaylists(ground.studio.services);
    ground.studio.ports.clock.set(startMs + 60 * MINUTE_MS);
    vi.advanceTimersByTime(MINUTE_MS);
    await expect.poll(titles).toBe(5);
    await until("done");
    stop();
  });

  it("of thousands lets others have their turn, and breaks off and goes on without doing anything twice", async () => {
    far.entries = Array.from({ length: 1200 }, (_, at) => entry(`Track ${at}`));
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
      ground.studio.services.db
        .select()
        .from(playlistEntries)
        .all()
        .every(({ trackId }) => trackId !== null),
    ).toBe(true);
  });
});

it("a reading that begins, or comes to nothing, is told to the screens", async () => {
  const told: string[] = [];
  ground.studio.services.live.subscribe((event) => void (event.type === "changed" && told.push(`${event.entity} ${event.id}`)));
  ground.studio.ports.spotify.playlist = never;
  await ground.studio.callVerb(startAnalysis, { playlistUrl: SPOTIFY_ID });
  expect([told, (await jobs())[0]?.is]).toEqual([[`playlists ${SPOTIFY_ID}`], "reading"]);
  restart();
  told.length = 0;
  ground.studio.services.live.subscribe((event) => void (event.type === "changed" && told.push(`${event.entity} ${event.id}`)));
  ground.studio.ports.spotify.playlist = () => Promise.reject(new AppError("unavailable", "Spotify could not be reached."));
  await begun("failed");
  expect(told).toEqual([`playlists ${SPOTIFY_ID}`]);
});
