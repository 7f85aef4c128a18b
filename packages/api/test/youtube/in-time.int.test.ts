import { streams } from "@nightjar/db";
import { describe, expect, it, vi } from "vitest";
import { youtubeSaid } from "../../src/plan/youtube-said.ts";
import { updateStream } from "../../src/streams/update-stream.ts";
import type { YtBroadcast, YtStream } from "../../src/youtube/port.ts";
import { countUnits } from "../../src/youtube/quota.ts";
import { YouTubeError } from "../../src/youtube/reasons.ts";
import { readRow } from "../../src/youtube/rows.ts";
import { broadcastThere, sendToYoutube, streamThere, withBroadcast } from "../support/at-youtube.ts";
import { studioUnderClock, youtubeThere } from "../support/youtube-clock.ts";
import type { FarYoutube } from "../support/youtube-clock.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const START_MS = Date.UTC(2026, 10, 23, 10);
const USED_ELSEWHERE_UNITS = 1500;

const clock = studioUnderClock(START_MS);

/** Sends by s1, into b1. */
const thereWith = (first: Partial<YtBroadcast> = {}, receives: Partial<YtStream> = {}) =>
  youtubeThere(clock.studio, [broadcastThere(first)], [streamThere(receives)]);

const liveAt = ({ broadcasts }: FarYoutube) => [...broadcasts.values()].filter(({ lifeCycle }) => lifeCycle === "live");
const keysSentTo = () =>
  clock.studio.services.db.query.destinations
    .findMany()
    .sync()
    .filter(({ kind }) => kind === "youtube")
    .map(({ streamKeySealed }) => clock.studio.services.secrets.open(streamKeySealed));

/** Between two rounds of polling. */
async function followed(): Promise<void> {
  clock.follow();
  await vi.advanceTimersByTimeAsync(3 * MINUTE_MS + 10 * SECOND_MS);
}

describe("a stream that YouTube begins to receive within three minutes of its Start", () => {
  it.each([1, 20, 61, 150])("(after %i s) is live a quarter of a minute later", async (afterS) => {
    await withBroadcast(clock.studio, { lifeCycle: "ready", streamStatus: "inactive" });
    const far = thereWith({ lifeCycle: "ready" }, { status: "inactive" });
    clock.follow();
    await vi.advanceTimersByTimeAsync(afterS * SECOND_MS);
    expect(far.broadcasts.get("b1")?.lifeCycle).toBe("ready");
    far.streams.set("s1", streamThere());
    await vi.advanceTimersByTimeAsync(16 * SECOND_MS);
    expect(far.broadcasts.get("b1")?.lifeCycle).toBe("live");
  });
});

describe("a change at YouTube", () => {
  const CHANGES: readonly (readonly [what: string, change: (far: FarYoutube) => void, told: object])[] = [
    ["how it finds the stream", (far) => far.streams.set("s1", streamThere({ health: "bad", issues: ["GOP"] })), { issues: ["GOP"] }],
    ["that it receives nothing", (far) => far.streams.set("s1", streamThere({ status: "inactive" })), { streamStatus: "inactive" }],
    ["how many watch", (far) => (far.viewers = 7), { viewers: 7 }],
  ];

  it.each(CHANGES)("(%s) is seen within a minute", async (_what, change, told) => {
    const { id } = await withBroadcast(clock.studio);
    const far = thereWith();
    await followed();
    expect(youtubeSaid(clock.studio.services.db, id)).toMatchObject({ streamStatus: "active", issues: [], viewers: 0 });
    change(far);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(youtubeSaid(clock.studio.services.db, id)).toMatchObject(told);
  });

  it("(how many watch) is seen within a minute also where part of the day's quota went elsewhere", async () => {
    const { id } = await withBroadcast(clock.studio);
    const far = thereWith();
    countUnits(clock.studio.services, USED_ELSEWHERE_UNITS);
    await followed();
    for (let minute = 1; minute <= 10; minute += 1) {
      far.viewers = minute;
      await vi.advanceTimersByTimeAsync(MINUTE_MS);
      expect(youtubeSaid(clock.studio.services.db, id)).toMatchObject({ viewers: minute });
    }
  });

  it("(that it receives nothing) is answered by connecting anew and told, also where YouTube never tells how many watch", async () => {
    const { id } = await withBroadcast(clock.studio);
    thereWith({}, { status: "inactive" });
    clock.studio.ports.youtube.viewers = async () => refuse("backendError", 500);
    countUnits(clock.studio.services, USED_ELSEWHERE_UNITS);
    await followed();
    sendToYoutube(clock.studio, id);
    // What YouTube says of a connection may be a minute old.
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect(clock.studio.engine.reconnected).toMatchObject([{ id }]);
    expect(youtubeSaid(clock.studio.services.db, id)?.notice).toContain("connects anew by itself");
  });

  it("of the key is sent to within a minute", async () => {
    await withBroadcast(clock.studio);
    const far = thereWith();
    await followed();
    far.streams.set("s1", streamThere({ streamName: "another" }));
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(keysSentTo()).toEqual(["another"]);
  });
});

describe("a stream's artwork", () => {
  it("is the picture of its broadcast within two polls, and is sent once", async () => {
    await withBroadcast(clock.studio);
    thereWith();
    const artwork = `${"a".repeat(64)}.jpg`;
    clock.studio.services.db
      .update(streams)
      .set({ artworkUrl: `/api/files/artwork/${artwork}` })
      .run();
    clock.answer("setThumbnail", async () => undefined);
    clock.follow();
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    const sent = [[expect.any(String), "b1", `/data/artwork/${artwork}`]];
    expect(vi.mocked(clock.studio.ports.youtube.setThumbnail).mock.calls).toEqual(sent);
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(clock.times("setThumbnail")).toBe(1);
  });
});

describe("the next broadcast of a stream whose broadcasts are to last 11 hours", () => {
  const liveSince = (ms: number) => withBroadcast(clock.studio, { createdAt: new Date(ms), liveAt: new Date(ms) });
  const TAKEN_OVER = [
    { id: "b1", lifeCycle: "complete" },
    { id: "b2", lifeCycle: "live" },
  ];

  it("is live within two minutes of when it is due and not before that, and then the one before is completed", async () => {
    const { id } = await liveSince(START_MS - 11 * HOUR_MS + 10 * MINUTE_MS);
    const far = thereWith();
    clock.follow();
    await clock.studio.callVerb(updateStream, { id, ytRollOverHours: 11 });
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS - SECOND_MS);
    expect([...far.broadcasts.values()]).toMatchObject([{ id: "b1", lifeCycle: "live" }]);
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect([...far.broadcasts.values()]).toMatchObject(TAKEN_OVER);
  });

  it("is live within a minute of when somebody chooses that for one that is older, and until then is not made", async () => {
    const { id } = await liveSince(START_MS - 30 * HOUR_MS);
    const far = thereWith();
    clock.follow();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect([...far.broadcasts.values()]).toMatchObject([{ id: "b1", lifeCycle: "live" }]);
    await clock.studio.callVerb(updateStream, { id, ytRollOverHours: 11 });
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect([...far.broadcasts.values()]).toMatchObject(TAKEN_OVER);
  });
});

describe("what is gone at YouTube", () => {
  it.each(["complete", "revoked", "deleted"] as const)(
    "(a broadcast, %s) is followed within two minutes by another that is live, like it and told with its address, three times in a row",
    async (how) => {
      const { id } = await withBroadcast(clock.studio);
      const far = thereWith();
      await followed();
      for (const next of ["b2", "b3", "b4"]) {
        for (const { id: ended } of liveAt(far)) {
          if (how === "deleted") far.broadcasts.delete(ended);
          else far.become(ended, { lifeCycle: how });
        }
        await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
        expect(liveAt(far)).toMatchObject([{ id: next, title: "Night", privacy: "public", boundStreamId: "s1" }]);
        const watchUrl = `https://www.youtube.com/watch?v=${next}`;
        expect(youtubeSaid(clock.studio.services.db, id)).toMatchObject({ watchUrl, lifeCycleStatus: "live" });
      }
    },
  );

  it.each([
    ["left out of the answers", (): YtStream[] => []],
    ["refused as not there", () => refuse("liveStreamNotFound", 404)],
  ] as const)(
    "(its key, %s) is followed within two minutes by another, and by a broadcast on that which is live",
    async (_how, withoutKey) => {
      await withBroadcast(clock.studio);
      const far = thereWith();
      await followed();
      far.streams.delete("s1");
      const { streams } = clock.studio.ports.youtube;
      clock.studio.ports.youtube.streams = async (token, ids) => (ids.includes("s1") ? withoutKey() : streams(token, ids));
      await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
      expect([keysSentTo(), liveAt(far)]).toMatchObject([["new"], [{ id: "b2", boundStreamId: "s2" }]]);
    },
  );

  it.each([
    ["videoNotFound", 404],
    ["forbidden", 403],
    ["backendError", 500],
  ])(
    "(a broadcast, complete) is followed within two minutes by another that is live, also where YouTube never tells how many watch (%s)",
    async (reason, status) => {
      const { id } = await withBroadcast(clock.studio);
      const far = thereWith();
      clock.studio.ports.youtube.viewers = async () => refuse(reason, status);
      // They are asked for at each poll then.
      countUnits(clock.studio.services, USED_ELSEWHERE_UNITS);
      await followed();
      const told = youtubeSaid(clock.studio.services.db, id);
      expect(told).toMatchObject({ streamStatus: "active", health: "good", viewers: null });
      expect(told?.notice).toMatch(/^How many watch could not be read\. (?!.*A new one is made)/u);
      far.become("b1", { lifeCycle: "complete" });
      await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
      expect(liveAt(far)).toMatchObject([{ id: "b2", title: "Night", boundStreamId: "s1" }]);
    },
  );

  it("(a broadcast, complete) is followed within two minutes by another that is live, also where that poll uses up the day's quota", async () => {
    await withBroadcast(clock.studio);
    const far = thereWith({ lifeCycle: "complete" });
    clock.studio.ports.youtube.viewers = async () => refuse("quotaExceeded", 403);
    clock.follow();
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect(liveAt(far)).toMatchObject([{ id: "b2" }]);
  });

  it("(a broadcast, complete) is followed within two minutes, also where it was told all along that YouTube does not let it be made private", async () => {
    const { id } = await withBroadcast(clock.studio, { privacy: "private", isToBeUpdated: true });
    const far = thereWith();
    let tries = 0;
    clock.studio.ports.youtube.updateBroadcast = async () => {
      tries += 1;
      return refuse("forbidden", 403);
    };
    clock.follow();
    await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
    expect(tries).toBeGreaterThan(1);
    expect(tries).toBeLessThan(12);
    const notice = new YouTubeError("forbidden", 403).message;
    expect(youtubeSaid(clock.studio.services.db, id)).toMatchObject({ lifeCycleStatus: "live", notice });
    far.become("b1", { lifeCycle: "complete" });
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect(liveAt(far)).toMatchObject([{ id: "b2", privacy: "private" }]);
  });

  it("(a broadcast, complete) is followed within two minutes, also where YouTube had trouble to take its title for minutes, and then refused it for good", async () => {
    const { rowId } = await withBroadcast(clock.studio, { title: "Dawn", isToBeUpdated: true });
    const far = thereWith();
    far.invalidTitles.add("Dawn");
    const { updateBroadcast } = clock.studio.ports.youtube;
    clock.studio.ports.youtube.updateBroadcast = async () => refuse("backendError", 503);
    clock.follow();
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
    clock.studio.ports.youtube.updateBroadcast = updateBroadcast;
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
    expect(readRow(clock.studio.services.db, rowId)).toMatchObject({ lifeCycle: "live", isToBeUpdated: false });
    far.become("b1", { lifeCycle: "complete" });
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect(liveAt(far)).toMatchObject([{ id: "b2", title: "Night" }]);
  });
});

function refuse(reason: string, status: number): never {
  throw new YouTubeError(reason, status);
}
