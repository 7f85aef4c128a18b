// The machine of broadcasts where something goes wrong: the server dies, or YouTube refuses.
import { type YouTubeApi, YouTubeError } from "@nightjar/api";
import { advance, openRows } from "@nightjar/api/testing";
import type { StreamId } from "@nightjar/contract";
import { streams, ytBroadcasts } from "@nightjar/db";
import { byDayOneOfAKind } from "@nightjar/kit/testing";
import { CALL_NAMES, type CallName, type LifeCycle, reasonsOf } from "@nightjar/youtube-standin";
import { describe, expect, it } from "vitest";
import {
  ROLL_OVER_HOURS,
  ROLL_OVER_MS,
  apiOf,
  connected,
  keepRows,
  machineGround,
  needsOf,
  settle,
  start,
  stop,
} from "./support/youtube-machine.ts";

const ground = machineGround();
const { clock, db, far, setFed, states } = ground;
const waiting = () => states().filter((state) => state !== "complete");

/** The server has died: what was under way is forgotten. */
class Crash extends Error {}

/** Dies at that call: before it is sent, or before its answer is stored. */
function dying(api: YouTubeApi, at: number, when: "before" | "after"): YouTubeApi {
  let calls = 0;
  return new Proxy(api, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== "function") return call;
      return async (...args: readonly unknown[]) => {
        calls += 1;
        const isLast = calls === at;
        if (isLast && when === "before") throw new Crash(String(name));
        const answer: unknown = await Reflect.apply(call, target, args);
        if (isLast && when === "after") throw new Crash(String(name));
        return answer;
      };
    },
  });
}

describe("a server that dies between any two calls", () => {
  /** As many as a run from Start over a second broadcast to Stop makes: counted by a test. */
  const CALLS_OF_A_RUN = 24;
  const deaths = Array.from({ length: CALLS_OF_A_RUN }, (_, at) =>
    (["before", "after"] as const).map((when) => [at + 1, when] as const),
  ).flat();
  const LIVES: readonly (readonly LifeCycle[])[] = [["live"], ["complete", "live"], ["complete", "complete"]];

  /** @returns where its broadcasts stand each time that they have come to rest */
  async function runOf(id: StreamId, settled: () => Promise<unknown>): Promise<LifeCycle[][]> {
    db().update(streams).set({ ytRollOverHours: ROLL_OVER_HOURS }).run();
    const seen: LifeCycle[][] = [];
    for (const begin of [() => start(ground, id), () => void (clock.nowMs += ROLL_OVER_MS), () => stop(ground)]) {
      begin();
      await settled();
      seen.push(states());
    }
    return seen;
  }

  it("dies at each call of a run that there is, and at no other", async () => {
    const id = await connected(ground);
    far().world.asked.length = 0;
    expect(await runOf(id, () => settle(ground))).toEqual(LIVES);
    expect(far().world.asked).toHaveLength(CALLS_OF_A_RUN);
  });

  it.each(deaths)("at call %i, %s it is done: the next one goes on, with one broadcast at a time and no orphan", async (at, when) => {
    const api = dying(apiOf(ground), at, when);
    let died = 0;
    const seen = await runOf(await connected(ground), async () => {
      try {
        await settle(ground, { api });
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
        died += 1;
        await settle(ground);
      }
    });
    expect([seen, openRows(db())]).toEqual([LIVES, []]);
    expect(died).toBe(1);
  });

  it.each(deaths)("at call %i, %s it is done, its stream stopped before it came back: leaves nothing behind", async (at, when) => {
    const api = dying(apiOf(ground), at, when);
    const id = await connected(ground);
    await expect(runOf(id, () => settle(ground, { api }))).rejects.toThrow(Crash);
    stop(ground);
    await settle(ground);
    expect([waiting(), openRows(db())]).toEqual([[], []]);
  });
});

/** Of reasons that lead to the same, one by day. */
const byDay = (call: CallName) =>
  byDayOneOfAKind(reasonsOf(call), ([reason, status]) => `${new YouTubeError(reason, status).consequence} ${status}`);

/** Each reason that a call may fail with: once, and where it is YouTube's own trouble also after the call was done. */
async function eachFault(
  call: CallName,
  run: (fail: () => void) => Promise<readonly unknown[]>,
  expected: readonly unknown[],
): Promise<void> {
  for (const [reason, status] of byDay(call)) {
    // A refusal is not carried out; only what is YouTube's own trouble may have been.
    for (const after of status < 500 ? [false] : [false, true]) {
      far().world.broadcasts.clear();
      far().world.faults.length = 0;
      db().delete(ytBroadcasts).run();
      db().delete(streams).run();
      const came = await run(() => far().fail(call, reason, status, { after }));
      expect([reason, after, ...came, far().world.faults.map(({ left }) => left)]).toEqual([reason, after, ...expected, [0]]);
    }
  }
}

/** One that came to rest by a refusal is tried again after a pause. */
async function settleAgain(look?: () => void): Promise<void> {
  for (let time = 0; time < 3; time += 1) await settle(ground, look ? { look } : {});
}

describe("every documented reason, at every call of a run", () => {
  const OF_AN_END = ["liveBroadcasts.transition", "liveBroadcasts.delete"] as const;
  const OF_A_RUN: readonly CallName[] = CALL_NAMES.filter((name) => name.startsWith("liveBroadcasts.") && name !== "liveBroadcasts.delete");

  /** As where a Start says something else of one that was made by hand. */
  function sayOther(): void {
    const isToBeSaid = openRows(db()).some(({ lifeCycle, title }) => lifeCycle === "created" && title !== "Tonight");
    if (isToBeSaid) db().update(ytBroadcasts).set({ title: "Tonight", isToBeUpdated: true }).run();
  }

  it.each(OF_A_RUN)("%s: once, before and after it is done, and the run goes on to its end with one broadcast", (call) =>
    eachFault(
      call,
      async (fail) => {
        fail();
        start(ground, await connected(ground));
        await settleAgain(sayOther);
        const live = states().filter((state) => state === "live");
        stop(ground);
        await settleAgain();
        return [live, waiting(), openRows(db())];
      },
      [["live"], [], []],
    ),
  );

  it.each(OF_AN_END)("%s: once, before and after it is done, where a run is ended, and nothing of it is left", (call) =>
    eachFault(
      call,
      async (fail) => {
        // What never was live is deleted.
        setFed(call !== "liveBroadcasts.delete");
        start(ground, await connected(ground));
        await settle(ground);
        fail();
        stop(ground);
        await settleAgain();
        return [waiting(), openRows(db())];
      },
      [[], []],
    ),
  );

  it("is told to the operator while it stands, and not after", async () => {
    const id = await connected(ground);
    start(ground, id);
    far().fail("liveBroadcasts.insert", "liveStreamingNotEnabled", 403);
    keepRows(ground);
    const notices: (string | null)[] = [];
    for (let step = 0; step < 2; step += 1) {
      for (const row of openRows(db())) await advance(needsOf(ground), row.id);
      notices.push(...openRows(db()).map(({ notice }) => notice));
    }
    expect(notices).toEqual([expect.stringContaining("Live streaming is not switched on"), null]);
  });
});
