import type { StreamId } from "@nightjar/contract";
import { ytBroadcasts } from "@nightjar/db";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { youtubeSaid } from "../../src/plan/youtube-said.ts";
import { pollAccount, pollViewers, settledByGrant } from "../../src/youtube/poll.ts";
import { YouTubeError } from "../../src/youtube/reasons.ts";
import { broadcastThere, streamThere, withBroadcast } from "../support/at-youtube.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

let studio: Studio;
let stream: StreamId;
beforeEach(async () => {
  studio = await openStudio();
  ({ id: stream } = await withBroadcast(studio));
  studio.ports.youtube.broadcasts = async (_token, ids) => ids.map((id) => broadcastThere({ id }));
  studio.ports.youtube.streams = async (_token, ids) => ids.map((id) => streamThere({ id }));
});
afterEach(() => studio.close());

const rows = () => studio.services.db.select().from(ytBroadcasts).all();
const poll = async (ask = pollAccount) => {
  for (const [grant, some] of settledByGrant(studio.services)) await ask(studio.services, grant, some);
};
const refuse = (reason: string, status: number): never => {
  throw new YouTubeError(reason, status);
};

describe("what is gone of several, where YouTube therefore tells of none", () => {
  /** One like that of the stream. */
  function addOther(ytBroadcastId: string, ytStreamId: string): void {
    const { id: _id, ...one } = rows()[0] ?? { id: "" };
    if (!("mark" in one)) throw new Error("there is none");
    studio.services.db
      .insert(ytBroadcasts)
      .values({ ...one, mark: ytBroadcastId, ytBroadcastId, ytStreamId })
      .run();
  }

  it("(a broadcast) is left out alone", async () => {
    addOther("b2", "s1");
    studio.ports.youtube.broadcasts = async (_token, ids) =>
      ids.includes("b2") ? refuse("liveBroadcastNotFound", 404) : ids.map((id) => broadcastThere({ id }));
    await poll();
    const leftOut = Object.fromEntries(rows().map(({ missingSince, ytBroadcastId }) => [ytBroadcastId, missingSince !== null]));
    expect(leftOut).toEqual({ b1: false, b2: true });
    expect(rows()).toMatchObject([{ lifeCycle: "live" }, { lifeCycle: "live" }]);
  });

  it("(a key) is looked for alone", async () => {
    const [grant] = settledByGrant(studio.services).keys();
    if (!grant) throw new Error("none is polled");
    addOther("b2", "s2");
    studio.ports.youtube.streams = async (_token, ids) =>
      ids.includes("s2") ? refuse("liveStreamNotFound", 404) : ids.map((id) => streamThere({ id }));
    await pollAccount(studio.services, grant, rows());
    expect(rows()).toMatchObject([{ streamStatus: "active" }, { streamStatus: "missing" }]);
  });
});

describe("that who watches could not be read", () => {
  it("is told until it can be, also over polls that do not ask for it, and the last reading holds meanwhile", async () => {
    studio.ports.youtube.viewers = async () => new Map([["b1", 7]]);
    await poll();
    await poll(pollViewers);
    studio.ports.youtube.viewers = async () => refuse("backendError", 500);
    await poll();
    await poll(pollViewers);
    const notice = "How many watch could not be read. YouTube has trouble of its own. It is tried again by itself.";
    expect(rows()).toMatchObject([{ notice, viewers: 7 }]);
    await poll();
    expect(rows()).toMatchObject([{ notice, viewers: 7, streamStatus: "active" }]);
    studio.ports.youtube.viewers = async () => new Map([["b1", 8]]);
    await poll();
    await poll(pollViewers);
    expect(rows()).toMatchObject([{ notice: null, viewers: 8 }]);
  });

  it("promises no new broadcast where YouTube does not find the video", async () => {
    studio.ports.youtube.viewers = async () => refuse("videoNotFound", 404);
    await poll(pollViewers);
    expect(rows()).toMatchObject([{ lifeCycle: "live", notice: "How many watch could not be read. It is asked again within minutes." }]);
  });
});

describe("what YouTube refused of what was said", () => {
  const REFUSED = { refusedTexts: [{ name: "title", said: "Dawn", why: "It was not taken." }], isToBeUpdated: true } as const;
  const DONE = { refusedTexts: null, isToBeUpdated: false };
  const become = (values: Partial<typeof ytBroadcasts.$inferInsert>) => studio.services.db.update(ytBroadcasts).set(values).run();
  const notice = () => youtubeSaid(studio.services.db, stream)?.notice;
  /** While this is read. */
  function becomeAt(call: "streams" | "viewers", values: Partial<typeof ytBroadcasts.$inferInsert>): void {
    const api = studio.ports.youtube;
    const streams = api.streams;
    api.viewers = async () => {
      if (call === "viewers") become(values);
      return new Map();
    };
    api.streams = async (...asked) => {
      if (call === "streams") become(values);
      return streams(...asked);
    };
  }

  it.each([
    ["streams", pollAccount],
    ["viewers", pollViewers],
  ] as const)("stands where it was refused while a poll was under way (%s)", async (call, ask) => {
    becomeAt(call, REFUSED);
    await poll(ask);
    expect([rows(), notice()]).toMatchObject([[REFUSED], "It was not taken."]);
  });

  it("is told no more where it was done while a poll was under way", async () => {
    become(REFUSED);
    becomeAt("streams", DONE);
    await poll();
    expect([rows(), notice()]).toMatchObject([[DONE], null]);
  });

  it.each([
    ["who watches", true, "viewers", pollViewers],
    ["how it does", true, "broadcasts", pollAccount],
    ["who watches", false, "viewers", pollViewers],
    ["how it does", false, "broadcasts", pollAccount],
  ] as const)(
    "stands where %s could not be read meanwhile, which is told as well, and could be again (and is tried again: %s)",
    async (_what, isToBeUpdated, call, ask) => {
      become({ ...REFUSED, isToBeUpdated });
      studio.ports.youtube.viewers = async () => new Map();
      const { [call]: read } = studio.ports.youtube;
      studio.ports.youtube[call] = async () => refuse("insufficientPermissions", 403);
      await poll(ask);
      expect(notice()).toMatch(/Connect again and allow it\. It was not taken\.$/u);
      Object.assign(studio.ports.youtube, { [call]: read });
      await poll(ask);
      expect([rows(), notice()]).toMatchObject([[{ ...REFUSED, isToBeUpdated }], "It was not taken."]);
    },
  );
});

it("what YouTube said of broadcasts is stored also where their keys cannot be read, and why is told", async () => {
  studio.ports.youtube.broadcasts = async () => [broadcastThere({ lifeCycle: "complete" })];
  studio.ports.youtube.streams = async () => refuse("backendError", 500);
  await poll();
  expect(rows()).toMatchObject([{ lifeCycle: "complete", notice: "YouTube has trouble of its own. It is tried again by itself." }]);
});
