// What is done with a playlist is cancelled: what ends with it, what stays, and who is told.
import { auditLog, playlistEntries, playlists, tracks } from "@nightjar/db";
import { asc } from "drizzle-orm";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { createPlaylist } from "../../src/playlists/create-playlist.ts";
import { followPlaylists } from "../../src/playlists/follow-playlists.ts";
import { getPlaylist, listPlaylists } from "../../src/playlists/read-playlists.ts";
import { analyzePlaylist, cancelJob, startAnalysis, syncPlaylist } from "../../src/playlists/spotify.ts";
import { CODES, READING_CANCELLED, never, playlistGround, threePages } from "../support/spotify-playlist.ts";
import { SPOTIFY_ID, bringLabels, spotifyEntry as entry } from "../support/spotify.ts";

const MINUTE_MS = 60_000;
const NOTHING_LEFT = { code: "conflict", message: "There is nothing left to cancel: it is done, or was cancelled already." };
const ground = playlistGround(threePages);
const { analyze, far, jobs, restart, sync, until } = ground;
const cancel = (id: string = SPOTIFY_ID) => ground.studio.callVerb(cancelJob, { id });
const notCancelled = () => ground.studio.refusal(cancelJob, { id: SPOTIFY_ID });
const outcomesOf = (name: string) => {
  const entries = ground.studio.services.db.select().from(auditLog).all();
  return entries.filter(({ action }) => action === name).map(({ outcome, subjectId }) => [outcome, subjectId]);
};

describe("a reading that is cancelled", () => {
  it("asks for no other page, keeps nothing of a playlist that was never read, and tells who waits and all who look", async () => {
    const { asked, reached, release } = ground.heldAtPageTwo();
    const refused = ground.studio.refusal(analyzePlaylist, { playlistUrl: SPOTIFY_ID });
    await reached;
    const told: string[] = [];
    ground.studio.services.live.subscribe((event) => void (event.type === "changed" && told.push(`${event.entity} ${event.id}`)));
    const cancelled = { id: SPOTIFY_ID, is: "cancelled", done: 50, total: 150, playlistId: null, sentence: READING_CANCELLED };
    expect(await cancel()).toMatchObject(cancelled);
    expect(told).toEqual([`playlists ${SPOTIFY_ID}`]);
    release();
    expect(await refused).toMatchObject({ code: "conflict", message: READING_CANCELLED });
    expect(asked).toEqual([1, 2]);
    expect(await jobs()).toMatchObject([cancelled]);
    expect(await ground.studio.callVerb(listPlaylists, undefined)).toEqual([]);
    expect(ground.studio.services.db.select().from(playlistEntries).all()).toEqual([]);
    expect(ground.studio.ports.logged).toEqual([]);
  });

  it("leaves a playlist that was there before as it was, and the library too where that was to be synced", async () => {
    far.entries = [entry("Moth"), entry("Wick")];
    const { playlist } = await analyze();
    await until("done");
    const before = await ground.studio.callVerb(getPlaylist, { id: playlist.id });
    far.entries = threePages();
    const { asked, reached, release } = ground.heldAtPageTwo();
    const refused = ground.studio.refusal(syncPlaylist, { playlistId: SPOTIFY_ID });
    await reached;
    await cancel();
    release();
    expect(await refused).toMatchObject({ code: "conflict", message: READING_CANCELLED });
    expect(asked).toEqual([1, 2]);
    expect(await ground.studio.callVerb(getPlaylist, { id: playlist.id })).toEqual(before);
    expect(ground.studio.services.db.select().from(tracks).all()).toEqual([]);
    expect(ground.studio.services.db.select().from(playlists).all()).toMatchObject([{ syncedAt: null }]);
    expect(outcomesOf("spotify.sync").map(([outcome]) => outcome)).toEqual(["conflict"]);
  });

  it("is cancelled once, is begun anew by who asks for it, and stands in the audit log each time", async () => {
    ground.studio.ports.spotify.playlist = never;
    await ground.studio.callVerb(startAnalysis, { playlistUrl: SPOTIFY_ID });
    await cancel();
    expect(await notCancelled()).toMatchObject(NOTHING_LEFT);
    expect(outcomesOf("spotify.cancelJob")).toEqual([
      ["ok", SPOTIFY_ID],
      ["conflict", SPOTIFY_ID],
    ]);
    ground.bring();
    expect(await analyze()).toMatchObject({ totalTracks: 150 });
    await until("done");
    expect(await notCancelled()).toMatchObject(NOTHING_LEFT);
    expect(await jobs()).toMatchObject([{ is: "done", sentence: null }]);
  });

  it("is not begun where that was cancelled before the disk had it", async () => {
    const asked = vi.fn(never);
    ground.studio.ports.spotify.playlist = asked;
    const disk = Promise.withResolvers<void>();
    vi.spyOn(ground.studio.services.db, "flushed").mockImplementation(() => disk.promise);
    const begun = ground.studio.callVerb(startAnalysis, { playlistUrl: SPOTIFY_ID });
    await until("reading");
    const cancelled = cancel();
    await until("cancelled");
    disk.resolve();
    await Promise.all([begun, cancelled]);
    expect(asked).not.toHaveBeenCalled();
    expect(await jobs()).toMatchObject([{ is: "cancelled" }]);
  });

  it("goes on where the cancelling itself could not be stored", async () => {
    const { reached, release } = ground.heldAtPageTwo();
    const reading = analyze();
    await reached;
    const { $client } = ground.studio.services.db;
    $client.exec("create trigger full before insert on audit_log when new.outcome = 'ok' begin select raise(abort, 'no'); end");
    expect(await notCancelled()).toMatchObject({ code: "internal" });
    $client.exec("drop trigger full");
    release();
    expect(await reading).toMatchObject({ totalTracks: 150 });
  });
});

it("a sync whose tracks are all read is cancelled no more, and brings all of them into the library", async () => {
  far.entries = Array.from({ length: 2000 }, (_, at) => entry(`Track ${at}`));
  const synced = sync();
  const kept = () => ground.studio.services.db.select({ id: tracks.id }).from(tracks).all().length;
  while (kept() === 0) await nextTurn();
  expect(kept()).toBeLessThan(2000);
  expect(await notCancelled()).toMatchObject({ code: "conflict", message: expect.stringContaining("being brought into the library") });
  expect(await synced).toEqual({ tracksAdded: 2000, tracksUpdated: 0 });
});

describe("a look-up of labels that is cancelled", () => {
  /** The third is asked for and not answered. */
  function heldAtTheThird() {
    const asked: string[] = [];
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    bringLabels(ground.studio, async (isrc) => {
      if (asked.push(isrc) === 3) {
        reached.resolve();
        await released.promise;
      }
      return "Own Records";
    });
    return { asked, reached: reached.promise, release: () => released.resolve() };
  }
  const labels = () => {
    const { position, recordLabel } = playlistEntries;
    const rows = ground.studio.services.db.select({ recordLabel }).from(playlistEntries).orderBy(asc(position)).all();
    return rows.map((row) => row.recordLabel);
  };

  it("asks for no other, keeps those that were found, and goes on where it was with the next reading", async () => {
    far.entries = CODES.map((isrcCode, at) => entry(`Track ${at}`, { isrcCode }));
    const { asked, reached, release } = heldAtTheThird();
    const { playlist } = await analyze();
    await reached;
    const sentence = "The look-up of record labels was cancelled. Analyze the playlist again later: it goes on where it was.";
    expect(await cancel()).toMatchObject({ is: "cancelled", done: 2, total: 4, playlistId: playlist.id, sentence });
    release();
    await nextTurn();
    expect(await notCancelled()).toMatchObject(NOTHING_LEFT);
    expect(asked).toEqual(CODES.slice(0, 3));
    expect(labels()).toEqual(["Own Records", "Own Records", null, null]);
    expect(await jobs()).toMatchObject([{ is: "cancelled", sentence }]);
    expect(await ground.studio.callVerb(getPlaylist, { id: playlist.id })).toMatchObject({ unlabelledTracks: 2, pendingTracks: 0 });
    await analyze();
    await until("done");
    expect(asked).toEqual(CODES);
    expect(labels().every((label) => label === "Own Records")).toBe(true);
  });

  it("gives way with the commit to a reading that is begun meanwhile, which is read though the disk takes its time", async () => {
    far.entries = CODES.map((isrcCode, at) => entry(`Track ${at}`, { isrcCode }));
    const { asked, reached, release } = heldAtTheThird();
    await analyze();
    await reached;
    const disk = Promise.withResolvers<void>();
    const flushed = vi.spyOn(ground.studio.services.db, "flushed").mockImplementation(() => disk.promise);
    const begun = ground.studio.callVerb(startAnalysis, { playlistUrl: SPOTIFY_ID });
    await until("reading");
    release();
    await nextTurn();
    expect(asked).toEqual(CODES.slice(0, 3));
    expect(await jobs()).toMatchObject([{ is: "reading", done: 0, total: null }]);
    flushed.mockRestore();
    disk.resolve();
    await begun;
    await until("done");
    expect(labels().every((label) => label === "Own Records")).toBe(true);
  });

  it("of a playlist from a file is not gone on with by a restart, and leaves its tracks", async () => {
    bringLabels(ground.studio, never);
    const track = { title: "Moth", artist: "Lamp", isrcCode: CODES[0] };
    const { id } = await ground.studio.callVerb(createPlaylist, { name: "Night", source: "csv", entries: [track] });
    await until("labels");
    const sentence = "The look-up of record labels was cancelled. Import its file again later.";
    expect(await cancel(id)).toMatchObject({ id, is: "cancelled", name: "Night", sentence });
    restart();
    const stop = followPlaylists(ground.studio.services);
    expect(await jobs()).toMatchObject([{ is: "cancelled", sentence }]);
    stop();
    expect(await ground.studio.callVerb(getPlaylist, { id })).toMatchObject({ totalTracks: 1, unlabelledTracks: 1, pendingTracks: 0 });
  });

  it("while nobody answers stays that, however long the pause would have been", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    far.entries = CODES.map((isrcCode, at) => entry(`Track ${at}`, { isrcCode }));
    bringLabels(ground.studio, () => Promise.reject(new Error("away")));
    await analyze();
    await vi.advanceTimersByTimeAsync(1000);
    await cancel();
    for (let minute = 0; minute < 10; minute++) await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(await jobs()).toMatchObject([{ is: "cancelled", done: 0, total: 4 }]);
    vi.useRealTimers();
  });
});
