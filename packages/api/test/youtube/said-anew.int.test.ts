import type { StreamId } from "@nightjar/contract";
import { describe, expect, it, vi } from "vitest";
import { youtubeSaid } from "../../src/plan/youtube-said.ts";
import { updateStream } from "../../src/streams/update-stream.ts";
import { YouTubeError } from "../../src/youtube/reasons.ts";
import { readRow } from "../../src/youtube/rows.ts";
import { broadcastThere, sendToYoutube, streamThere, withBroadcast } from "../support/at-youtube.ts";
import { studioUnderClock, youtubeThere } from "../support/youtube-clock.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const clock = studioUnderClock(Date.UTC(2026, 10, 23, 10));

const called = (id: StreamId, title: string) => clock.studio.callVerb(updateStream, { id, title });

/** From now on YouTube lets no broadcast be called so, whether that is made or changed. @returns how often it is asked for that */
function refuse(refusal: YouTubeError, isRefused: (title: string, time: number) => boolean): () => number {
  const api = clock.studio.ports.youtube;
  const { insertBroadcast, updateBroadcast } = api;
  let times = 0;
  const take = (title: string) => {
    times += 1;
    if (isRefused(title, times)) throw refusal;
  };
  api.insertBroadcast = async (token, broadcast) => {
    take(broadcast.title);
    return insertBroadcast(token, broadcast);
  };
  api.updateBroadcast = async (token, broadcast, privacy) => {
    take(broadcast.title);
    return updateBroadcast(token, broadcast, privacy);
  };
  return () => times;
}

describe("what a stream on air is called anew, while YouTube refuses what it was called before", () => {
  it("is what its broadcast is made with at once, where none could be made under the old title for an hour", async () => {
    const { id } = await withBroadcast(clock.studio, { isAsked: false, ytBroadcastId: null, lifeCycle: null, isBound: false });
    const far = youtubeThere(clock.studio, [], [streamThere()]);
    const times = refuse(new YouTubeError("invalidTitle", 400), (title) => title === "Night");
    clock.follow();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    const before = times();
    expect([before > 3, before < 12]).toEqual([true, true]);
    await called(id, "Dawn");
    await vi.advanceTimersByTimeAsync(SECOND_MS);
    expect([times(), ...far.broadcasts.values()]).toMatchObject([before + 1, { title: "Dawn" }]);
  });

  it("is told at once of the broadcast that is live, where that could not be told the old title for an hour", async () => {
    const { id, rowId } = await withBroadcast(clock.studio);
    const far = youtubeThere(clock.studio, [broadcastThere()], [streamThere()]);
    const times = refuse(new YouTubeError("backendError", 503), (title) => title === "Dawn");
    clock.follow();
    await called(id, "Dawn");
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    const before = times();
    expect([before > 3, before < 15]).toEqual([true, true]);
    await called(id, "Noon");
    await vi.advanceTimersByTimeAsync(SECOND_MS);
    expect([times(), far.broadcasts.get("b1")]).toMatchObject([before + 1, { title: "Noon" }]);
    expect(readRow(clock.studio.services.db, rowId)).toMatchObject({ title: "Noon", isToBeUpdated: false });
  });
});

describe("what a stream on air is called, and YouTube refuses to call its broadcast", () => {
  const INVALID = new YouTubeError("invalidTitle", 400);
  const UNDER_WAY = new YouTubeError("modificationNotAllowed", 403);
  const TROUBLE = new YouTubeError("backendError", 503);
  /** On no page of YouTube's. */
  const UNNAMED = new YouTubeError("neverHeardOf", 400);
  const notice = (id: StreamId) => youtubeSaid(clock.studio.services.db, id)?.notice;
  /** Its broadcast, which is live, is to be called Dawn. */
  async function refused(refusal: YouTubeError) {
    const { id, rowId } = await withBroadcast(clock.studio);
    const far = youtubeThere(clock.studio, [broadcastThere()], [streamThere()]);
    if (refusal === INVALID) far.invalidTitles.add("Dawn");
    else clock.studio.ports.youtube.updateBroadcast = () => Promise.reject(refusal);
    clock.follow();
    await called(id, "Dawn");
    // Over several polls.
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect([notice(id), far.broadcasts.get("b1")]).toMatchObject([refusal.message, { title: "Night", lifeCycle: "live" }]);
    return { id, rowId, far };
  }

  it("for good is told as long as that lasts, and is what the next one is made with: it may take what one that is live does not", async () => {
    const { id, far } = await refused(UNDER_WAY);
    far.become("b1", { lifeCycle: "complete" });
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect([notice(id), far.broadcasts.get("b2")]).toMatchObject([null, { title: "Dawn", lifeCycle: "live" }]);
  });

  function refuseReading(gone: string): void {
    const api = clock.studio.ports.youtube;
    const { broadcasts } = api;
    api.broadcasts = async (token, ids) => {
      if (ids.includes(gone)) throw new YouTubeError("liveBroadcastNotFound", 404);
      return broadcasts(token, ids);
    };
  }

  it.each(["complete", "deleted", "said not to be there"] as const)(
    "for any broadcast leaves the next one to be called as the one before (%s), which is live within two minutes and told as long as that lasts",
    async (how) => {
      const { id, far } = await refused(INVALID);
      if (how === "complete") far.become("b1", { lifeCycle: how });
      else far.broadcasts.delete("b1");
      if (how === "said not to be there") refuseReading("b1");
      await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
      expect([notice(id), far.broadcasts.get("b2")]).toMatchObject([INVALID.message, { title: "Night", lifeCycle: "live" }]);
      await called(id, "Noon");
      await vi.advanceTimersByTimeAsync(SECOND_MS);
      expect([notice(id), far.broadcasts.get("b2")]).toMatchObject([null, { title: "Noon", lifeCycle: "live" }]);
    },
  );

  it("for any broadcast leaves the next one to be called as the one before, also where that had ended before it was told", async () => {
    const { id, far } = await refused(TROUBLE);
    far.invalidTitles.add("Dawn");
    far.become("b1", { lifeCycle: "complete" });
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect([notice(id), far.broadcasts.get("b2")]).toMatchObject([INVALID.message, { title: "Night", lifeCycle: "live" }]);
  });

  it("for any broadcast leaves the next one to be called as the one before, also where nobody lets us see that any more", async () => {
    const refusedTexts = [{ name: "title", said: "Dawn", why: INVALID.message }] as const;
    const left = { ytStreamId: "s0", grantId: null, lifeCycle: "complete", endedAt: new Date() } as const;
    const { id } = await withBroadcast(clock.studio, { ...left, refusedTexts });
    const far = youtubeThere(clock.studio, [broadcastThere({ lifeCycle: "complete" })], [streamThere()]);
    far.invalidTitles.add("Dawn");
    clock.follow();
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect([notice(id), far.broadcasts.get("b2")]).toMatchObject([INVALID.message, { title: "Night", lifeCycle: "live" }]);
  });

  it.each([
    { fault: "whatever it is called", isRefused: (_: string, time: number) => time <= 2, title: "Dawn", told: null },
    { fault: "of its title", isRefused: (title: string) => title === "Dawn", title: "Night", told: UNNAMED.message },
  ])(
    "for a reason that names no text leaves the next one to be made as the one before, and is told it once more ($fault): it is $title in the end",
    async ({ isRefused, title, told }) => {
      const { id, far } = await refused(INVALID);
      far.invalidTitles.clear();
      refuse(UNNAMED, isRefused);
      far.become("b1", { lifeCycle: "complete" });
      await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
      expect([notice(id), far.broadcasts.get("b2")]).toMatchObject([told, { title, lifeCycle: "live" }]);
    },
  );

  it.each([INVALID, UNDER_WAY, TROUBLE])("($reason) is told after what else is, and also once that is over", async (refusal) => {
    const { id, far } = await refused(refusal);
    sendToYoutube(clock.studio, id);
    far.streams.set("s1", streamThere({ status: "inactive" }));
    // Between two polls.
    await vi.advanceTimersByTimeAsync(0.75 * MINUTE_MS);
    expect(notice(id)).toBe(`YouTube does not receive what it is sent. The studio connects anew by itself. ${refusal.message}`);
    far.streams.set("s1", streamThere());
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(notice(id)).toBe(refusal.message);
  });

  it("before it is live is told also once that is, where YouTube refused something else in between", async () => {
    const { id } = await withBroadcast(clock.studio, { lifeCycle: "ready", title: "Dawn", isToBeUpdated: true });
    const far = youtubeThere(clock.studio, [broadcastThere({ lifeCycle: "ready" })], [streamThere()]);
    far.invalidTitles.add("Dawn");
    const { transitionBroadcast } = clock.studio.ports.youtube;
    const refuseOnce = vi.fn(transitionBroadcast).mockRejectedValueOnce(TROUBLE);
    clock.studio.ports.youtube.transitionBroadcast = refuseOnce;
    clock.follow();
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect([refuseOnce.mock.calls.length, far.broadcasts.get("b1")]).toMatchObject([2, { title: "Night", lifeCycle: "live" }]);
    expect(notice(id)).toBe(INVALID.message);
  });

  it("for good holds up nothing that is said after it", async () => {
    const { id, far } = await refused(INVALID);
    await clock.studio.callVerb(updateStream, { id, description: "Birds" });
    await vi.advanceTimersByTimeAsync(SECOND_MS);
    expect(far.broadcasts.get("b1")).toMatchObject({ title: "Night", description: "Birds\n\n[nightjar m]" });
    expect(notice(id)).toBe(INVALID.message);
  });

  it.each(["Dawn", "Noon"])("is told no more once somebody has seen to it in YouTube Studio (and called it %s)", async (title) => {
    const { id, rowId, far } = await refused(UNDER_WAY);
    far.become("b1", { title });
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect([notice(id), readRow(clock.studio.services.db, rowId)]).toMatchObject([null, { title }]);
  });

  it("does not hide who may see it by YouTube Studio: after one that was made private none is public", async () => {
    const { id, rowId, far } = await refused(UNDER_WAY);
    far.become("b1", { privacy: "private" });
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    const refusedTexts = [{ name: "title", said: "Dawn" }];
    expect(readRow(clock.studio.services.db, rowId)).toMatchObject({ privacy: "private", refusedTexts });
    expect(notice(id)).toBe(UNDER_WAY.message);
  });
});
