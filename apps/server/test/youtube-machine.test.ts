import {
  type Actual,
  DAY_UNITS,
  type DriverNeeds,
  ROUND_UNITS,
  TRANSITIONS,
  type Wanted,
  advance,
  afterRefusal,
} from "@nightjar/api/testing";
import { ensureRows, msToReset, nextStep, openRows, pollEveryMs, quotaDay } from "@nightjar/api/testing";
import { LIFE_CYCLES, type YouTubeApi } from "@nightjar/api";
import { grants, streamSessions, streams, ytBroadcasts } from "@nightjar/db";
import { type TestDatabase, createTestDatabase } from "@nightjar/db/testing";
import { CALL_NAMES, type CallName, type StandIn, reasonsOf, startStandIn } from "@nightjar/youtube-standin";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createYouTube } from "../src/adapters/youtube.ts";

const START_MS = Date.UTC(2026, 10, 1, 12);
const DAY_MS = 86_400_000;
const TOKEN = "token";
/** More than any way takes that does not go round in circles. */
const STEPS_AT_MOST = 60;

/** The server has died: what was under way is forgotten. */
class Crash extends Error {}

let far: StandIn;
let database: TestDatabase;
let isFed = false;
beforeAll(async () => {
  far = await startStandIn({ nowMs: () => START_MS, quotaUnits: 1e9, ingest: { url: "rtmp://127.0.0.1:1/live", comesIn: () => isFed } });
  far.world.accessTokens.set(TOKEN, { account: "moth", expiresAtMs: START_MS + DAY_MS });
});
afterAll(() => far.close());
beforeEach(async () => {
  database = await createTestDatabase();
  database.db.$client.pragma("synchronous = OFF");
  isFed = true;
  for (const kept of [far.world.broadcasts, far.world.streams]) kept.clear();
  far.world.faults.length = 0;
  far.world.asked.length = 0;
});
afterEach(() => database.close());

/** Dies at that call: before it is sent, or before its answer is stored. */
function dying(api: YouTubeApi, at: number, when: "before" | "after"): { api: YouTubeApi; calls: () => number } {
  let calls = 0;
  const wrap =
    (name: string, call: (...args: unknown[]) => Promise<unknown>) =>
    async (...args: unknown[]) => {
      calls += 1;
      if (calls === at && when === "before") throw new Crash(name);
      const answer = await call(...args);
      if (calls === at && when === "after") throw new Crash(name);
      return answer;
    };
  const wrapped = Object.fromEntries(Object.entries(api).map(([name, call]) => [name, wrap(name, call as never)]));
  return { api: wrapped as unknown as YouTubeApi, calls: () => calls };
}

const quiet = () => undefined;
function needs(api: YouTubeApi = createYouTube({ apiRoot: far.root })): DriverNeeds {
  return {
    db: database.db,
    clock: { nowMs: () => START_MS },
    youtube: api,
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    accessTokens: { of: async () => TOKEN, giveBack: async () => undefined, onChange: () => quiet },
  };
}

async function connected() {
  const api = createYouTube({ apiRoot: far.root });
  const ytStream = await api.insertStream(TOKEN, { title: "Night", description: "mark" });
  const { id: ytGrantId } = database.db.insert(grants).values({ service: "google", accessTokenSealed: "x" }).returning().get();
  const values = { title: "Night", ytConnected: true, ytGrantId, ytLiveStreamId: ytStream.id };
  return database.db.insert(streams).values(values).returning().get().id;
}
type StreamId = Awaited<ReturnType<typeof connected>>;
const start = (id: StreamId) =>
  void database.db
    .insert(streamSessions)
    .values({ streamId: id, startedAt: new Date(START_MS) })
    .run();
const stop = () =>
  void database.db
    .update(streamSessions)
    .set({ stoppedAt: new Date(START_MS) })
    .run();

/** Steps until nothing changes any more. @returns what was done */
async function settle(by: DriverNeeds): Promise<string[]> {
  const done: string[] = [];
  for (let step = 0; step < STEPS_AT_MOST; step += 1) {
    by.db.transaction((tx) => ensureRows(tx, new Date(START_MS)));
    const before = JSON.stringify(openRows(by.db));
    for (const { id } of openRows(by.db)) {
      const outcome = await advance(by, id);
      done.push(outcome.step);
    }
    if (JSON.stringify(openRows(by.db)) === before) return done;
  }
  throw new Error(`it does not come to rest: ${done.join(" ")}`);
}

const there = () => [...far.world.broadcasts.values()].map(({ lifeCycleStatus }) => lifeCycleStatus);
const waiting = () => there().filter((state) => state !== "complete");

describe("the machine of a broadcast", () => {
  const WANTED: readonly Wanted[] = ["live", "prepared", "gone"];
  it("knows what to do in every state, whatever is wanted, and goes live only where YouTube receives it", () => {
    for (const wanted of WANTED) {
      for (const lifeCycle of [...LIFE_CYCLES, "missing"] as const) {
        expect(TRANSITIONS[wanted][lifeCycle]).toBeDefined();
        const actual: Actual = { isAsked: true, ytBroadcastId: "b", lifeCycle, isBound: true, streamStatus: "inactive" };
        expect(nextStep(wanted, actual)).not.toBe("go-live");
      }
    }
    expect(nextStep("live", { isAsked: true, ytBroadcastId: "b", lifeCycle: "ready", isBound: true, streamStatus: "active" })).toBe(
      "go-live",
    );
  });

  it("never asks for a second one while the first may be there", () => {
    const lost: Actual = { isAsked: true, ytBroadcastId: null, lifeCycle: null, isBound: false, streamStatus: null };
    expect(WANTED.map((wanted) => nextStep(wanted, lost))).toEqual(["find", "find", "find"]);
    expect(afterRefusal(lost, "insert", "again").isAsked).toBe(true);
    expect(afterRefusal(lost, "insert", "stuck").isAsked).toBe(false);
  });

  it("leads a started stream to live, and a stopped one to complete", async () => {
    const id = await connected();
    start(id);
    expect(await settle(needs())).toEqual(["insert", "bind", "watch", "go-live", "watch", "watch"]);
    expect(there()).toEqual(["live"]);
    expect([...far.world.broadcasts.values()]).toMatchObject([{ contentDetails: { enableAutoStop: false, enableAutoStart: false } }]);
    stop();
    await settle(needs());
    expect([there(), openRows(database.db)]).toEqual([["complete"], []]);
  });

  it("waits for YouTube to receive the stream, and deletes what never was live", async () => {
    const id = await connected();
    isFed = false;
    start(id);
    await settle(needs());
    expect(there()).toEqual(["ready"]);
    stop();
    await settle(needs());
    expect(there()).toEqual([]);
  });

  it("makes a new one like the old where that was ended under us", async () => {
    const id = await connected();
    start(id);
    await settle(needs());
    for (const broadcast of far.world.broadcasts.values()) broadcast.lifeCycleStatus = "complete";
    await settle(needs());
    expect(there()).toEqual(["complete", "live"]);
    const [first, second] = [...far.world.broadcasts.values()];
    expect(second).toMatchObject({ privacyStatus: first?.privacyStatus, boundStreamId: first?.boundStreamId });
    expect(second?.snippet.title).toBe(first?.snippet.title);
  });

  it("takes the one that was made by hand, and ends it where its stream was deleted", async () => {
    const id = await connected();
    const ytStreamId = [...far.world.streams.keys()][0] ?? "";
    const made = { streamId: id, mark: "m", title: "By hand", description: "", privacy: "public" as const, ytStreamId };
    const { grantId } = { grantId: database.db.select().from(grants).get()?.id ?? null };
    database.db
      .insert(ytBroadcasts)
      .values({ ...made, grantId })
      .run();
    await settle(needs());
    expect(there()).toEqual(["ready"]);
    start(id);
    await settle(needs());
    expect([...far.world.broadcasts.values()]).toMatchObject([{ lifeCycleStatus: "live", snippet: { title: "By hand" } }]);
    database.db.delete(streams).run();
    await settle(needs());
    expect([there(), openRows(database.db)]).toEqual([["complete"], []]);
  });
});

describe("a server that dies between any two calls", () => {
  /** As many calls as a run from Start to Stop makes. */
  const CALLS_OF_A_RUN = 12;
  const deaths = Array.from({ length: CALLS_OF_A_RUN }, (_, at) =>
    (["before", "after"] as const).map((when) => [at + 1, when] as const),
  ).flat();

  it.each(deaths)("at call %i, %s it is done: the next one goes on, with one broadcast and no orphan", async (at, when) => {
    const id = await connected();
    const { api } = dying(createYouTube({ apiRoot: far.root }), at, when);
    let died = 0;
    const run = async () => {
      try {
        await settle(needs(api));
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
        died += 1;
        await settle(needs());
      }
    };
    start(id);
    await run();
    expect(there()).toEqual(["live"]);
    stop();
    await run();
    expect([there(), openRows(database.db)]).toEqual([["complete"], []]);
    expect(died).toBeLessThanOrEqual(1);
  });

  it("leaves nothing behind where it was stopped before it came back", async () => {
    for (const [at, when] of deaths) {
      far.world.broadcasts.clear();
      const id = await connected();
      start(id);
      await settle(needs(dying(createYouTube({ apiRoot: far.root }), at, when).api)).catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error;
      });
      stop();
      await settle(needs());
      expect([at, when, waiting(), openRows(database.db)]).toEqual([at, when, [], []]);
    }
  });
});

describe("every documented reason, at every call of a run", () => {
  const OF_A_RUN: readonly CallName[] = CALL_NAMES.filter((name) => name.startsWith("liveBroadcasts.") && name !== "liveBroadcasts.update");

  it.each(OF_A_RUN)("%s: once, before and after it is done, and the run goes on to its end with one broadcast", async (call) => {
    for (const [reason, status] of reasonsOf(call)) {
      for (const after of [false, true]) {
        // A refusal is not carried out; only what is YouTube's own trouble may have been.
        if (after && status < 500) continue;
        far.world.broadcasts.clear();
        far.world.faults.length = 0;
        database.db.delete(ytBroadcasts).run();
        database.db.delete(streams).run();
        const id = await connected();
        far.fail(call, reason, status, { after });
        start(id);
        // One that came to rest by a refusal is tried again after a pause.
        for (let time = 0; time < 3; time += 1) await settle(needs());
        expect([reason, after, there().filter((state) => state === "live")]).toEqual([reason, after, ["live"]]);
        stop();
        for (let time = 0; time < 3; time += 1) await settle(needs());
        expect([reason, after, waiting(), openRows(database.db)]).toEqual([reason, after, [], []]);
      }
    }
  });

  it("is told to the operator while it stands, and not after", async () => {
    const id = await connected();
    start(id);
    far.fail("liveBroadcasts.insert", "liveStreamingNotEnabled", 403);
    database.db.transaction((tx) => ensureRows(tx, new Date(START_MS)));
    const notices: (string | null)[] = [];
    for (let step = 0; step < 2; step += 1) {
      for (const row of openRows(database.db)) await advance(needs(), row.id);
      notices.push(...openRows(database.db).map(({ notice }) => notice));
    }
    expect(notices).toEqual([expect.stringContaining("Live streaming is not switched on"), null]);
  });
});

describe("the quota of a day", () => {
  /** A day in California, from midnight on. */
  const MIDNIGHT_MS = Date.UTC(2026, 10, 2, 8);
  /** What starting a stream costs: insert, bind, going live, and some looks. */
  const START_UNITS = 170;

  function day(accounts: number, starts: number) {
    let used = starts * START_UNITS;
    let rounds = 0;
    let nowMs = MIDNIGHT_MS;
    const perRound = ROUND_UNITS * accounts;
    while (nowMs < MIDNIGHT_MS + DAY_MS) {
      const everyMs = pollEveryMs({ used, perRound, nowMs });
      if (everyMs === null) break;
      used += perRound;
      rounds += 1;
      nowMs += everyMs;
    }
    return { used, rounds, lastMs: nowMs };
  }

  it.each([
    [1, 1],
    [1, 5],
    [5, 5],
    [1, 20],
    [20, 20],
  ])("%i accounts with %i streams stay below 8,000 units and are asked until its end", (accounts, starts) => {
    const { lastMs, rounds, used } = day(accounts, starts);
    expect(used).toBeLessThan(8000);
    expect(rounds).toBeGreaterThan(60);
    // To within one pause of the end.
    expect(lastMs).toBeGreaterThan(MIDNIGHT_MS + DAY_MS - 3_600_000);
  });

  it("asks one stream twice a minute, and nobody once it is spent", () => {
    expect(pollEveryMs({ used: 0, perRound: ROUND_UNITS, nowMs: MIDNIGHT_MS })).toBe(30_000);
    expect(pollEveryMs({ used: DAY_UNITS, perRound: ROUND_UNITS, nowMs: MIDNIGHT_MS })).toBeNull();
  });

  it("begins anew at midnight in California", () => {
    expect([quotaDay(MIDNIGHT_MS - 1), quotaDay(MIDNIGHT_MS)]).toEqual(["2026-11-01", "2026-11-02"]);
    expect([msToReset(MIDNIGHT_MS), msToReset(MIDNIGHT_MS + 1000)]).toEqual([DAY_MS, DAY_MS - 1000]);
  });
});
