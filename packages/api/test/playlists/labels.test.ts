// The labels of a playlist: how long they are waited for, when they are asked for again, and what they reach.
import { playlistEntries, streamSettings, tracks } from "@nightjar/db";
import { addTrack } from "@nightjar/api/testing";
import { asc } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { syncDue } from "../../src/playlists/follow-playlists.ts";
import { importTracks } from "../../src/playlists/import-tracks.ts";
import { getPlaylist } from "../../src/playlists/read-playlists.ts";
import { CODES, never, playlistGround } from "../support/spotify-playlist.ts";
import { bringLabels, spotifyEntry as entry } from "../support/spotify.ts";

const MINUTE_MS = 60_000;

const ground = playlistGround();
const { analyze, far, jobs, restart, sync, until } = ground;

/** Of the studio's clock and of the timers, which are not the real ones. */
async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    ground.studio.ports.clock.set(ground.studio.ports.clock.nowMs() + MINUTE_MS);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
  }
}

describe("labels", () => {
  it("are waited for while nobody answers, and given up after minutes, with what was found kept", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    let isAway = true;
    bringLabels(ground.studio, async () => (isAway ? Promise.reject(new Error("away")) : "Own Records"));
    await analyze();
    await vi.advanceTimersByTimeAsync(4000);
    expect(await jobs()).toMatchObject([{ is: "labels", done: 0 }]);
    isAway = false;
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(await jobs()).toMatchObject([{ is: "done", done: 4, sentence: null }]);

    far.entries = [...far.entries, entry("One more", { isrcCode: "USRC17607843" })];
    isAway = true;
    await analyze();
    for (let minute = 0; minute < 10; minute++) await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(await jobs()).toMatchObject([{ is: "done", done: 0, total: 1, sentence: expect.stringContaining("goes on where it was") }]);
    vi.useRealTimers();
  });

  it("that a service which is away may know are waited for, then counted as missing, and asked for with the next reading", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    bringLabels(ground.studio, async () => null);
    let isAway = true;
    bringLabels(
      ground.studio,
      async (isrc) => (isAway ? Promise.reject(new Error("away")) : isrc === CODES[0] ? null : "Own Records"),
      "musicbrainz",
    );
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
    expect(await ground.studio.callVerb(getPlaylist, { id: playlist.id, labels: ["Own"] })).toMatchObject({ filteredTracks: 3 });
    vi.useRealTimers();
  });

  it("that others know are found behind one that only a service which is away may know, though the playlist is read anew before its wait is over", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    bringLabels(ground.studio, async (isrc) => (isrc === CODES[0] ? null : "Own Records"));
    bringLabels(ground.studio, () => Promise.reject(new Error("away")), "musicbrainz");
    ground.studio.services.db.update(streamSettings).set({ syncFrequency: "real-time" }).run();
    await sync();
    await pass(1);
    expect(await jobs()).toMatchObject([{ is: "labels", done: 3, total: 4 }]);
    far.entries = [...far.entries, entry("One more", { isrcCode: "USRC17607843" })];
    for (let minute = 0; minute < 30; minute++) {
      await pass(1);
      await syncDue(ground.studio.services);
    }
    await pass(1);
    expect(await jobs()).toMatchObject([{ is: "labels", done: 0, total: 1 }]);
    const { position, recordLabel } = playlistEntries;
    const rows = ground.studio.services.db.select({ recordLabel }).from(playlistEntries).orderBy(asc(position)).all();
    expect(rows.map((row) => row.recordLabel)).toEqual([null, "Own Records", "Own Records", "Own Records", "Own Records"]);
    vi.useRealTimers();
  });

  it("of which a part did not come are asked for again, and not kept as unknown", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    far.entries = far.entries.slice(0, 1);
    let isPartial = true;
    bringLabels(
      ground.studio,
      async () => (isPartial ? null : "Own Records"),
      "deezer",
      () => ({ isPartial }),
    );
    const { playlist } = await analyze();
    await vi.advanceTimersByTimeAsync(4000);
    isPartial = false;
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(await ground.studio.callVerb(getPlaylist, { id: playlist.id })).toMatchObject({ allLabels: ["Own Records"] });
    vi.useRealTimers();
  });

  it("that nobody knows are not asked for again with each reading, and are again after a month", async () => {
    const asked: string[] = [];
    const read = async () => {
      // A process remembers for itself what it was told.
      restart();
      bringLabels(ground.studio, async (isrc) => (asked.push(isrc), null));
      await analyze();
      await until("done");
      return asked.splice(0).length;
    };
    expect(await read()).toBe(4);
    expect(await read()).toBe(0);
    const { db } = ground.studio.services;
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
    far.entries = far.entries.slice(0, 1);
    addTrack(ground.studio.services, "Other title", "Somebody", { isrcKey: CODES[0], recordLabel: "Ours" });
    bringLabels(ground.studio, never);
    const { playlist } = await analyze();
    await until("done");
    expect(await ground.studio.callVerb(getPlaylist, { id: playlist.id })).toMatchObject({ allLabels: ["Ours"] });
  });

  it("reach the tracks of the library as well, also those that were imported meanwhile, and change none that has one", async () => {
    far.entries = far.entries.slice(0, 3);
    const answer = Promise.withResolvers<string>();
    bringLabels(ground.studio, () => answer.promise);
    addTrack(ground.studio.services, "Track 0", "Lamp");
    addTrack(ground.studio.services, "Track 1", "Lamp", { recordLabel: "Ours" });
    const { playlist, tracks: read } = await analyze();
    await ground.studio.callVerb(importTracks, { id: playlist.id, entryIds: [read[2]?.id ?? ""] });
    answer.resolve("Own Records");
    await until("done");
    const { title, recordLabel, revision } = tracks;
    expect(ground.studio.services.db.select({ title, recordLabel, revision }).from(tracks).orderBy(asc(title)).all()).toEqual([
      { title: "Track 0", recordLabel: "Own Records", revision: 1 },
      { title: "Track 1", recordLabel: "Ours", revision: 0 },
      { title: "Track 2", recordLabel: "Own Records", revision: 1 },
    ]);
  });

  it("that are being looked for do not hold up a sync, which takes over", async () => {
    bringLabels(ground.studio, never);
    await analyze();
    await until("labels");
    expect(await sync()).toEqual({ tracksAdded: 4, tracksUpdated: 0 });
  });
});
