import { OFF_AIR, type DestinationState, type StreamId, destinationId, onAirDestination } from "@nightjar/contract";
import { streamSessions, ytBroadcasts } from "@nightjar/db";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listActivity } from "../../src/activity/recent-activity.ts";
import { SelfHeal } from "../../src/youtube/self-heal.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";
import { onAir } from "../support/given.ts";

const START_MS = Date.UTC(2026, 10, 23, 12);
const POLL_MS = 30_000;
const KEY = destinationId.parse("key");
const OTHER = destinationId.parse("other");

let studio: Studio;
let id: StreamId;
let heal: SelfHeal;
let rowId = "";
let nowMs = START_MS;
beforeEach(async () => {
  studio = await openStudio();
  nowMs = START_MS;
  ({ id } = await onAir(studio));
  const sessionId = studio.services.db.select().from(streamSessions).get()?.id ?? null;
  const texts = { mark: "m", title: "Night", description: "", privacy: "public" as const };
  const row = { ...texts, streamId: id, sessionId, ytStreamId: "key", ytBroadcastId: "b", lifeCycle: "live" };
  rowId = studio.services.db.insert(ytBroadcasts).values(row).returning().get().id;
  heal = new SelfHeal();
});
afterEach(() => studio.close());

/** One poll, which tells this while our sender is in that state. @returns how often the stream was connected anew so far */
function poll(streamStatus: string | null, state: DestinationState = "sending"): number {
  studio.ports.clock.set((nowMs += POLL_MS));
  const figures = { bytesSent: 1, bitrateKbps: 1, reconnects: 0, lastError: null, evidenceAgeMs: 0 };
  const destinations = [
    onAirDestination.parse({ ...figures, id: OTHER, kind: "rtmp", host: "far.example", state: "sending" }),
    onAirDestination.parse({ ...figures, id: KEY, kind: "youtube", host: "a.rtmps.youtube.com", state }),
  ];
  studio.engine.setOnAir(id, { ...OFF_AIR, state: "on-air", destinations });
  studio.services.db.update(ytBroadcasts).set({ streamStatus, notice: null }).run();
  heal.look(studio.services, rowId);
  return studio.engine.reconnected.length;
}
const notice = () => studio.services.db.select().from(ytBroadcasts).get()?.notice;

describe("a stream that YouTube does not receive although it is sent", () => {
  it("is connected anew once it has been so for a while, to YouTube alone, and that is told", async () => {
    expect([poll("active"), notice()]).toEqual([0, null]);
    expect([poll("inactive"), notice()]).toEqual([0, expect.stringContaining("connects anew by itself")]);
    expect([poll("inactive"), poll("inactive")]).toEqual([0, 1]);
    expect(studio.engine.reconnected).toEqual([{ id, destinationId: KEY }]);
    expect((await studio.callVerb(listActivity, undefined))[0]).toMatchObject({ action: "youtube.reconnect", by: null, name: "Night" });
  });

  it("is connected anew ever more seldom while that does not help, and as soon as at first after it did", () => {
    const counts = Array.from({ length: 20 }, () => poll("inactive"));
    expect(counts.map((count, at) => (count > (counts[at - 1] ?? 0) ? at : null)).filter((at) => at !== null)).toEqual([2, 6, 13]);
    poll("active");
    expect([poll("inactive"), poll("inactive"), poll("inactive")]).toEqual([3, 3, 4]);
  });

  it.each(["ready", "created"])(
    "is connected anew also where its key was never received (%s), and told once YouTube has had time to",
    (status) => {
      expect([poll(status), notice(), poll(status), notice()]).toEqual([0, null, 0, null]);
      expect([poll(status), notice(), poll(status), notice()]).toEqual([
        ...[1, expect.stringContaining("connects anew by itself")],
        ...[1, expect.stringContaining("connects anew by itself")],
      ]);
      expect([poll("active"), poll(status), notice()]).toEqual([1, 1, null]);
      expect(Array.from({ length: 5 }, () => poll(status, "connecting")).at(-1)).toBe(1);
    },
  );

  it("is left alone while our own sender is connecting, and where nothing is known", () => {
    expect(Array.from({ length: 5 }, () => poll("inactive", "connecting")).at(-1)).toBe(0);
    expect(Array.from({ length: 5 }, () => poll(null)).at(-1)).toBe(0);
    expect([poll("inactive"), poll("inactive", "waiting"), poll("inactive"), poll("inactive")]).toEqual([0, 0, 0, 1]);
  });
});

it("a broadcast that has ended meanwhile is not told as one that is not received, and nothing is connected anew for it", () => {
  studio.services.db
    .update(ytBroadcasts)
    .set({ endedAt: new Date(nowMs) })
    .run();
  expect(Array.from({ length: 5 }, () => poll("inactive")).at(-1)).toBe(0);
  expect(notice()).toBeNull();
});

describe("a broadcast that YouTube does not bring to live", () => {
  it("is told after some minutes also where it stays ready although it is received, and no more once it is live", () => {
    const standing = (lifeCycle: string) => {
      studio.services.db.update(ytBroadcasts).set({ lifeCycle }).run();
      poll("active");
      return notice();
    };
    expect(Array.from({ length: 10 }, () => standing("ready"))).toEqual(Array.from({ length: 10 }, () => null));
    expect([standing("ready"), standing("live")]).toEqual([expect.stringContaining("Look into YouTube Studio"), null]);
  });

  it("is told after some minutes, and no more once it is live", () => {
    const starting = (lifeCycle: string) => {
      studio.services.db.update(ytBroadcasts).set({ lifeCycle }).run();
      poll("active");
      return notice();
    };
    expect(Array.from({ length: 10 }, () => starting("liveStarting"))).toEqual(Array.from({ length: 10 }, () => null));
    expect(starting("liveStarting")).toContain("start it again");
    expect([starting("live"), starting("liveStarting")]).toEqual([null, null]);
  });
});
