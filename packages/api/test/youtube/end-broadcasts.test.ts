import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { stopStream } from "../../src/streams/start-stop.ts";
import { endBroadcasts, leftBroadcasts } from "../../src/youtube/end-broadcasts.ts";
import { YouTubeError } from "../../src/youtube/reasons.ts";
import { broadcastThere, withBroadcast } from "../support/at-youtube.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

const LATE_MS = 20_000;
const ADDRESS = "https://www.youtube.com/watch?v=b1";

let studio: Studio;
let calls: string[];
beforeEach(async () => {
  studio = await openStudio();
  calls = [];
});
afterEach(() => studio.close());

/** A broadcast whose stream was stopped a moment ago. */
async function stopped(values: Parameters<typeof withBroadcast>[1] = {}): Promise<void> {
  const { id } = await withBroadcast(studio, values);
  await studio.callVerb(stopStream, { id });
}
/** How YouTube answers to each transition. */
function transitions(answer: () => Promise<ReturnType<typeof broadcastThere>>): void {
  studio.ports.youtube.transitionBroadcast = (_token, _id, to) => {
    calls.push(to);
    return answer();
  };
}
const isCompleted = () => transitions(async () => broadcastThere({ lifeCycle: "complete" }));
const left = () => leftBroadcasts(studio.services.db);

describe("what is not wanted any more, for a studio that goes down,", () => {
  it("is ended, and nothing is left", async () => {
    await stopped();
    expect(left()).toEqual([ADDRESS]);
    isCompleted();
    expect(await endBroadcasts(studio.services, LATE_MS)).toEqual([]);
    expect([calls, left()]).toEqual([["complete"], []]);
  });

  it("is waited for while it is on its way to live, where it cannot be ended", async () => {
    await stopped({ lifeCycle: "liveStarting" });
    studio.ports.youtube.broadcasts = async () => {
      calls.push("read");
      return [broadcastThere({ lifeCycle: calls.length === 1 ? "liveStarting" : "live" })];
    };
    isCompleted();
    expect(await endBroadcasts(studio.services, LATE_MS)).toEqual([]);
    expect(calls).toEqual(["read", "read", "complete"]);
  });

  it("is named where YouTube refuses that, which is asked for once", async () => {
    await stopped();
    transitions(() => Promise.reject(new YouTubeError("quotaExceeded", 403)));
    expect(await endBroadcasts(studio.services, LATE_MS)).toEqual([ADDRESS]);
    expect([calls, left()]).toEqual([["complete"], [ADDRESS]]);
  });

  it("is tried where what was asked for before it was stopped is refused only then", async () => {
    const { id, rowId } = await withBroadcast(studio, { lifeCycle: "ready", streamStatus: "active" });
    const going = Promise.withResolvers<ReturnType<typeof broadcastThere>>();
    transitions(() => going.promise);
    const underWay = studio.services.broadcasts.advance(rowId);
    await expect.poll(() => calls).toEqual(["live"]);
    await studio.callVerb(stopStream, { id });
    studio.ports.youtube.deleteBroadcast = async () => void calls.push("delete");
    const ended = endBroadcasts(studio.services, LATE_MS);
    going.reject(new YouTubeError("livePermissionBlocked", 403));
    expect(await underWay).toEqual({ step: "go-live", consequence: "stuck" });
    expect([await ended, calls]).toEqual([[], ["live", "delete"]]);
  });

  it("is not named where YouTube says that it is gone", async () => {
    await stopped();
    transitions(() => Promise.reject(new YouTubeError("liveBroadcastNotFound", 404)));
    expect(await endBroadcasts(studio.services, LATE_MS)).toEqual([]);
  });

  it("is named where YouTube does not answer in time", async () => {
    await stopped();
    transitions(() => new Promise<never>(() => undefined));
    expect(await endBroadcasts(studio.services, 1)).toEqual([ADDRESS]);
  });

  it.each([{}, { sessionId: null, lifeCycle: "ready" }])("is not what is on air, nor what waits for its Start (%o)", async (values) => {
    await withBroadcast(studio, values);
    expect(await endBroadcasts(studio.services, LATE_MS)).toEqual([]);
    expect(left()).toEqual([]);
  });
});
