import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { followYoutube } from "../../src/youtube/follow.ts";
import type { YtBroadcast, YtStream } from "../../src/youtube/port.ts";
import { broadcastThere, streamThere, withBroadcast } from "../support/at-youtube.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

const SECOND_MS = 1000;
const START_MS = Date.UTC(2026, 10, 23, 10);

let studio: Studio;
let stop: () => void = () => undefined;
beforeEach(async () => {
  studio = await openStudio();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: START_MS });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  return studio.close();
});

/** Takes what it is asked for. */
function youtubeThere(first: Partial<YtBroadcast>, receives: Partial<YtStream>) {
  const broadcasts = new Map([["b1", broadcastThere(first)]]);
  const streams = new Map([["s1", streamThere(receives)]]);
  let made = 1;
  const become = (id: string, values: Partial<YtBroadcast>) => {
    const broadcast = broadcastThere({ ...broadcasts.get(id), ...values, id });
    broadcasts.set(id, broadcast);
    return broadcast;
  };
  Object.assign(studio.ports.youtube, {
    insertBroadcast: async (_token: string, { privacy, title }: YtBroadcast) =>
      become(`b${(made += 1)}`, { title, privacy, lifeCycle: "created", boundStreamId: null }),
    bindBroadcast: async (_token: string, id: string, boundStreamId: string) => become(id, { lifeCycle: "ready", boundStreamId }),
    transitionBroadcast: async (_token: string, id: string, to: "live" | "complete") => become(id, { lifeCycle: to }),
    broadcasts: async (_token: string, ids: readonly string[]) => ids.flatMap((id) => broadcasts.get(id) ?? []),
    streams: async (_token: string, ids: readonly string[]) => ids.flatMap((id) => streams.get(id) ?? []),
    viewers: async (_token: string, ids: readonly string[]) => new Map(ids.map((id) => [id, 0])),
  });
  return { broadcasts, streams, become };
}

describe("a stream that YouTube begins to receive within three minutes of its Start", () => {
  it.each([1, 20, 61, 150])("(after %i s) is live a quarter of a minute later", async (afterS) => {
    await withBroadcast(studio, { lifeCycle: "ready", streamStatus: "inactive" });
    const far = youtubeThere({ lifeCycle: "ready" }, { status: "inactive" });
    stop = followYoutube(studio.services);
    await vi.advanceTimersByTimeAsync(afterS * SECOND_MS);
    expect(far.broadcasts.get("b1")?.lifeCycle).toBe("ready");
    far.streams.set("s1", streamThere());
    await vi.advanceTimersByTimeAsync(16 * SECOND_MS);
    expect(far.broadcasts.get("b1")?.lifeCycle).toBe("live");
  });
});
