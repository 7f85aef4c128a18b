import type { StreamId } from "@nightjar/contract";
import { ytBroadcasts, ytViewers } from "@nightjar/db";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildPlan } from "../../src/plan/build-plan.ts";
import { deleteStream } from "../../src/streams/delete-stream.ts";
import { getStream } from "../../src/streams/get-stream.ts";
import { stopStream } from "../../src/streams/start-stop.ts";
import { endViewers } from "../../src/youtube/viewer-readings.ts";
import { lapseViewers, noteViewers, youtubeViewers } from "../../src/youtube/viewers.ts";
import { broadcastThere, withBroadcast } from "../support/at-youtube.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

const NOW_MS = Date.UTC(2026, 10, 23, 12, 30);
const MINUTE_MS = 60_000;

let studio: Studio;
let id: StreamId;
let rowId: string;
beforeEach(async () => {
  studio = await openStudio();
  studio.ports.clock.set(NOW_MS);
  ({ id, rowId } = await withBroadcast(studio));
});
afterEach(() => studio.close());

function at(minutesAgo: number, viewers: number | null): void {
  studio.ports.clock.set(NOW_MS - minutesAgo * MINUTE_MS);
  noteViewers(studio.services, id, viewers);
  studio.ports.clock.set(NOW_MS);
}
const history = (span?: string) => studio.callVerb(youtubeViewers, { streamId: id, span });
const shown = async () => ({
  screen: (await studio.callVerb(getStream, { id })).viewerCount,
  overlay: buildPlan(studio.services, id)?.plan.stats.viewerCount,
});

describe("who watches now", () => {
  it("is unknown until YouTube tells it, then the newest reading, on the screen as in the overlay", async () => {
    expect(await shown()).toEqual({ screen: null, overlay: null });
    at(2, 40);
    at(1, 1204);
    expect(await shown()).toEqual({ screen: 1204, overlay: 1204 });
    at(0, null);
    expect(await shown()).toEqual({ screen: null, overlay: null });
    at(0, 0);
    expect(await shown()).toEqual({ screen: 0, overlay: 0 });
  });

  it("is told by the first reading of the next broadcast, also in the minute in which the one before it ended", async () => {
    at(0, 40);
    endViewers(studio.services.db, id, NOW_MS);
    expect(await shown()).toEqual({ screen: null, overlay: null });
    at(0, 7);
    expect(await shown()).toEqual({ screen: 7, overlay: 7 });
  });

  it("is not known any more ten minutes after the last reading, and the overlay is told so", async () => {
    at(9, 40);
    expect(await shown()).toEqual({ screen: 40, overlay: 40 });
    const told: string[] = [];
    studio.services.live.subscribe((event) => void (event.type === "changed" && told.push(event.entity)));
    lapseViewers(studio.services, id);
    expect(told).toEqual([]);
    studio.ports.clock.set(NOW_MS + MINUTE_MS);
    expect(await shown()).toEqual({ screen: null, overlay: null });
    lapseViewers(studio.services, id);
    lapseViewers(studio.services, id);
    expect(told).toEqual(["viewers"]);
  });

  it("is told to the screens where it has changed alone", () => {
    const told: string[] = [];
    studio.services.live.subscribe((event) => void (event.type === "changed" && told.push(event.entity)));
    at(2, 40);
    at(1, 40);
    at(0, 41);
    expect(told).toEqual(["viewers", "viewers"]);
  });

  it("is told by the first reading after a clock was set back, and what it told ahead of that is kept for the chart", async () => {
    at(0, 40);
    studio.ports.clock.set(NOW_MS - 30 * MINUTE_MS);
    expect(await shown()).toEqual({ screen: null, overlay: null });
    noteViewers(studio.services, id, 7);
    expect(await shown()).toEqual({ screen: 7, overlay: 7 });
    for (const span of ["hour", "week"]) expect((await history(span)).viewers.at(-1)).toBe(7);
    studio.ports.clock.set(NOW_MS);
    expect((await history()).viewers.at(-1)).toBe(40);
  });

  it("is not told by what a clock that was ahead has told for the minutes after that", async () => {
    at(29, 40);
    at(21, 41);
    at(30, 7);
    for (const minutesAgo of [29, 21]) {
      studio.ports.clock.set(NOW_MS - minutesAgo * MINUTE_MS);
      expect(await shown()).toEqual({ screen: 7, overlay: 7 });
      expect((await history()).viewers.at(-1)).toBe(7);
    }
  });

  it("is told to be unknown, on the screens and on air, as soon as a broadcast is live", async () => {
    studio.services.db.update(ytBroadcasts).set({ lifeCycle: "ready", streamStatus: "active" }).run();
    const shownOnAir = () => studio.engine.pushed.at(-1)?.stats.viewerCount;
    expect(shownOnAir()).toBe(0);
    const told: unknown[] = [];
    studio.services.live.subscribe((event) => void (event.type === "changed" && event.entity === "viewers" && told.push(event.id)));
    studio.ports.youtube.transitionBroadcast = async () => broadcastThere({ lifeCycle: "liveStarting" });
    await studio.services.broadcasts.advance(rowId);
    expect(told).toEqual([]);
    studio.ports.youtube.broadcasts = async () => [broadcastThere({ lifeCycle: "live" })];
    await studio.services.broadcasts.advance(rowId);
    await studio.services.broadcasts.advance(rowId);
    expect(told).toEqual([id]);
    studio.services.planPushes.flush(id);
    expect(shownOnAir()).toBeNull();
  });

  it("is nobody from Stop on, also while YouTube has not ended the broadcast yet", async () => {
    at(0, 40);
    await studio.callVerb(stopStream, { id });
    expect(await shown()).toMatchObject({ screen: 0 });
  });

  it("is nobody once the broadcast has ended", async () => {
    at(0, 40);
    endViewers(studio.services.db, id, NOW_MS);
    studio.services.db
      .update(ytBroadcasts)
      .set({ endedAt: new Date(NOW_MS) })
      .run();
    expect(await shown()).toEqual({ screen: 0, overlay: 0 });
  });
});

describe("the history of viewers", () => {
  it("holds a reading until the next, at most ten minutes, and leaves unknown what nobody told", async () => {
    at(30, 7);
    at(12, 10);
    at(10, null);
    at(3, 20);
    const { stepMs, viewers } = await history();
    expect([stepMs, viewers.length]).toEqual([MINUTE_MS, 60]);
    const from = (minutesAgo: number, count: number) => viewers.slice(59 - minutesAgo, 59 - minutesAgo + count);
    expect(from(31, 12)).toEqual([null, ...Array.from({ length: 10 }, () => 7), null]);
    expect(from(13, 5)).toEqual([null, 10, 10, null, null]);
    expect(from(4, 5)).toEqual([null, 20, 20, 20, 20]);
  });

  it("ends with the broadcast", async () => {
    at(5, 40);
    endViewers(studio.services.db, id, NOW_MS - 4 * MINUTE_MS);
    expect((await history()).viewers.slice(-7)).toEqual([null, 40, 40, null, null, null, null]);
  });

  it("shows of a day and of a week the most at once in each step", async () => {
    at(6 * 24 * 60, 5);
    at(21, 30);
    at(20, 90);
    at(19, 60);
    at(18, null);
    const day = await history("day");
    expect([day.stepMs, day.viewers.length, day.viewers.slice(-4)]).toEqual([10 * MINUTE_MS, 144, [30, 90, null, null]]);
    const week = await history("week");
    expect([week.stepMs, week.viewers.length, week.viewers.at(-1)]).toEqual([60 * MINUTE_MS, 168, 90]);
    expect(week.viewers.filter((step) => step !== null)).toEqual([5, 90]);
  });

  it("keeps a week, and nothing of a stream that was deleted", async () => {
    at(7 * 24 * 60 + 5, 1);
    at(0, 2);
    const kept = () => studio.services.db.select({ viewers: ytViewers.viewers }).from(ytViewers).all();
    expect(kept()).toEqual([{ viewers: 2 }]);
    await studio.callVerb(deleteStream, { id });
    expect(kept()).toEqual([]);
  });

  it("of a stream that there is not is not found", async () => {
    expect(await studio.refusal(youtubeViewers, { streamId: "none" })).toMatchObject({ code: "not-found" });
  });
});
