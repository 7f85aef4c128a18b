import { type Actual, TRANSITIONS, type Wanted, afterRefusal, nextStep, openRows } from "@nightjar/api/testing";
import { LIFE_CYCLES } from "@nightjar/api";
import type { StreamId } from "@nightjar/contract";
import { grants, streams, ytBroadcasts } from "@nightjar/db";
import { describe, expect, it } from "vitest";
import { ROLL_OVER_HOURS, ROLL_OVER_MS, connected, machineGround, settle, start, stop } from "./support/youtube-machine.ts";

const ground = machineGround();
const { clock, db, far, setFed, states } = ground;

describe("the machine of a broadcast", () => {
  const WANTED: readonly Wanted[] = ["live", "prepared", "gone"];
  it("knows what to do in every state, whatever is wanted, and goes live only where YouTube receives it", () => {
    for (const wanted of WANTED) {
      for (const lifeCycle of [...LIFE_CYCLES, "missing"] as const) {
        expect(TRANSITIONS[wanted][lifeCycle]).toBeDefined();
        const actual: Actual = {
          isAsked: true,
          ytBroadcastId: "b",
          lifeCycle,
          isBound: true,
          isToBeUpdated: false,
          streamStatus: "inactive",
        };
        expect(nextStep(wanted, actual)).not.toBe("go-live");
      }
    }
    expect(
      nextStep("live", {
        isAsked: true,
        ytBroadcastId: "b",
        lifeCycle: "ready",
        isBound: true,
        isToBeUpdated: false,
        streamStatus: "active",
      }),
    ).toBe("go-live");
  });

  it("tells YouTube what was said of one that is wanted also as it goes live and after that, and nothing of one that is not", () => {
    const said = { isAsked: true, ytBroadcastId: "b", isBound: true, isToBeUpdated: true, streamStatus: "active" } as const;
    const told = (wanted: Wanted) => LIFE_CYCLES.filter((lifeCycle) => nextStep(wanted, { ...said, lifeCycle }) === "update");
    expect(told("live")).toEqual(["created", "ready", "testing", "liveStarting", "live"]);
    expect(told("gone")).toEqual([]);
    expect(afterRefusal({ ...said, lifeCycle: "live" }, "update", "again").lifeCycle).toBe("live");
    for (const consequence of ["again", "slower", "stuck", "wait"] as const) {
      expect(afterRefusal({ ...said, lifeCycle: "liveStarting" }, "update", consequence).lifeCycle).toBeNull();
    }
  });

  it("never asks for a second one while the first may be there", () => {
    const lost: Actual = { isAsked: true, ytBroadcastId: null, lifeCycle: null, isBound: false, isToBeUpdated: false, streamStatus: null };
    expect(WANTED.map((wanted) => nextStep(wanted, lost))).toEqual(["find", "find", "find"]);
    expect(afterRefusal(lost, "insert", "again").isAsked).toBe(true);
    expect(afterRefusal(lost, "insert", "stuck").isAsked).toBe(false);
  });

  it("leads a started stream to live, and a stopped one to complete", async () => {
    const id = await connected(ground);
    start(ground, id);
    expect(await settle(ground)).toEqual(["insert", "bind", "watch", "go-live", "watch", "watch"]);
    expect(states()).toEqual(["live"]);
    expect([...far().world.broadcasts.values()]).toMatchObject([{ contentDetails: { enableAutoStop: false, enableAutoStart: false } }]);
    stop(ground);
    await settle(ground);
    expect([states(), openRows(db())]).toEqual([["complete"], []]);
  });

  it("waits for YouTube to receive the stream, and deletes what never was live", async () => {
    const id = await connected(ground);
    setFed(false);
    start(ground, id);
    await settle(ground);
    expect(states()).toEqual(["ready"]);
    stop(ground);
    await settle(ground);
    expect(states()).toEqual([]);
  });

  it.each([true, false])(
    "switches a monitor stream off that somebody has switched on, and goes live (received by then: %s)",
    async (isFed) => {
      const id = await connected(ground);
      setFed(false);
      start(ground, id);
      await settle(ground);
      setFed(isFed);
      for (const { contentDetails } of far().world.broadcasts.values()) {
        contentDetails.monitorStream = { enableMonitorStream: true, broadcastStreamDelayMs: 15_000 };
      }
      await settle(ground);
      setFed(true);
      await settle(ground);
      expect(states()).toEqual(["live"]);
      const contentDetails = { enableAutoStop: false, monitorStream: { enableMonitorStream: false } };
      expect([...far().world.broadcasts.values()]).toMatchObject([{ snippet: { title: "Night" }, contentDetails }]);
      expect(openRows(db())).toMatchObject([{ notice: null, isToBeUpdated: false, saidTexts: null, refusedTexts: null }]);
    },
  );

  it("makes a new one like the old where that was ended under us", async () => {
    const id = await connected(ground);
    start(ground, id);
    await settle(ground);
    for (const broadcast of far().world.broadcasts.values()) broadcast.lifeCycleStatus = "complete";
    await settle(ground);
    expect(states()).toEqual(["complete", "live"]);
    const [first, second] = [...far().world.broadcasts.values()];
    expect(second).toMatchObject({ privacyStatus: first?.privacyStatus, boundStreamId: first?.boundStreamId });
    expect(second?.snippet.title).toBe(first?.snippet.title);
  });

  it("lets the next one take over in time to be recorded where its stream wants that, and never is there none that is live", async () => {
    const id = await connected(ground);
    start(ground, id);
    await settle(ground);
    clock.nowMs += ROLL_OVER_MS;
    await settle(ground);
    expect(states()).toEqual(["live"]);
    db().update(streams).set({ ytRollOverHours: ROLL_OVER_HOURS }).run();
    clock.nowMs -= 1;
    await settle(ground);
    expect(states()).toEqual(["live"]);
    clock.nowMs += 1;
    await settle(ground, { look: () => expect(states()).toContain("live") });
    expect(states()).toEqual(["complete", "live"]);
    const [first, second] = [...far().world.broadcasts.values()];
    expect(second).toMatchObject({ privacyStatus: first?.privacyStatus, boundStreamId: first?.boundStreamId });
    expect(second?.snippet.title).toBe(first?.snippet.title);
    await settle(ground);
    expect(states()).toEqual(["complete", "live"]);
    clock.nowMs += ROLL_OVER_MS;
    await settle(ground);
    expect(states()).toEqual(["complete", "complete", "live"]);
  });

  /** A broadcast that waits for the next Start. */
  async function madeByHand(): Promise<StreamId> {
    const id = await connected(ground);
    const ytStreamId = [...far().world.streams.keys()][0] ?? "";
    const made = { streamId: id, mark: "m", title: "By hand", description: "", privacy: "public" as const, ytStreamId };
    const grantId = db().select().from(grants).get()?.id ?? null;
    db()
      .insert(ytBroadcasts)
      .values({ ...made, grantId })
      .run();
    await settle(ground);
    expect(states()).toEqual(["ready"]);
    return id;
  }

  it("airs one that was made by hand also where its monitor stream was switched on meanwhile", async () => {
    const id = await madeByHand();
    for (const { contentDetails } of far().world.broadcasts.values()) contentDetails.monitorStream.enableMonitorStream = true;
    start(ground, id);
    await settle(ground);
    expect(states()).toEqual(["live"]);
  });

  it("airs one that was made by hand hours before also where its Start says another title", async () => {
    const id = await madeByHand();
    clock.nowMs += ROLL_OVER_MS;
    db().update(ytBroadcasts).set({ title: "Tonight", isToBeUpdated: true }).run();
    start(ground, id);
    await settle(ground);
    expect([...far().world.broadcasts.values()]).toMatchObject([{ lifeCycleStatus: "live", snippet: { title: "Tonight" } }]);
  });

  it.each([
    ["invalidTitle", 400, "public", "live"],
    ["invalidTitle", 400, "private", "ready"],
    ["forbidden", 403, "public", "live"],
    ["forbidden", 403, "private", "ready"],
    ["modificationNotAllowed", 403, "public", "live"],
  ] as const)(
    "airs one whose new title YouTube does not take (%s, %i) under the old one, but not to others than are to see it (%s)",
    async (reason, status, privacy, lifeCycleStatus) => {
      const id = await madeByHand();
      far().fail("liveBroadcasts.update", reason, status, { times: 1e6 });
      db().update(ytBroadcasts).set({ title: "Tonight", privacy, isToBeUpdated: true }).run();
      start(ground, id);
      await settle(ground);
      expect([...far().world.broadcasts.values()]).toMatchObject([{ lifeCycleStatus, snippet: { title: "By hand" } }]);
    },
  );

  it.each(["accessNotConfigured", "authenticatedUserAccountSuspended", "liveStreamingNotEnabled"])(
    "airs one under its new title once an account is let in again that was barred from everything (%s)",
    async (reason) => {
      const id = await madeByHand();
      far().fail("liveBroadcasts.update", reason, 403, { times: 1e6 });
      db().update(ytBroadcasts).set({ title: "Tonight", isToBeUpdated: true }).run();
      start(ground, id);
      await settle(ground);
      expect(states()).toEqual(["ready"]);
      far().world.faults.length = 0;
      await settle(ground);
      expect([...far().world.broadcasts.values()]).toMatchObject([{ lifeCycleStatus: "live", snippet: { title: "Tonight" } }]);
    },
  );

  it("takes the one that was made by hand, and ends it where its stream was deleted", async () => {
    const id = await madeByHand();
    start(ground, id);
    await settle(ground);
    expect([...far().world.broadcasts.values()]).toMatchObject([{ lifeCycleStatus: "live", snippet: { title: "By hand" } }]);
    db().delete(streams).run();
    await settle(ground);
    expect([states(), openRows(db())]).toEqual([["complete"], []]);
  });
});
