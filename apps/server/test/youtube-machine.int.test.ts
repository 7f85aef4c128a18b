import { type Actual, type DriverNeeds, TRANSITIONS, type Wanted, advance, afterRefusal, createKeyOf } from "@nightjar/api/testing";
import { ensureRows, nextStep, openRows } from "@nightjar/api/testing";
import { LIFE_CYCLES, type YouTubeApi } from "@nightjar/api";
import { grants, streamSessions, streams, ytBroadcasts } from "@nightjar/db";
import { type TestDatabase, createTestDatabase } from "@nightjar/db/testing";
import { CALL_NAMES, type CallName, type StandIn, reasonsOf, startStandIn } from "@nightjar/youtube-standin";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createYouTube } from "../src/adapters/youtube.ts";

const START_MS = Date.UTC(2026, 10, 1, 12);
const DAY_MS = 86_400_000;
const TOKEN = "token";
const ROLL_OVER_HOURS = 11;
const ROLL_OVER_MS = ROLL_OVER_HOURS * 3_600_000;
/** More than any way takes that does not go round in circles. */
const STEPS_AT_MOST = 60;
const FIND_APART_MS = 30_000;

/** The server has died: what was under way is forgotten. */
class Crash extends Error {}

let far: StandIn;
let database: TestDatabase;
let isFed = false;
let nowMs = START_MS;
beforeAll(async () => {
  far = await startStandIn({ nowMs: () => nowMs, quotaUnits: 1e9, ingest: { url: "rtmp://127.0.0.1:1/live", comesIn: () => isFed } });
  far.world.accessTokens.set(TOKEN, { account: "moth", expiresAtMs: START_MS + 30 * DAY_MS });
});
afterAll(() => far.close());
beforeEach(async () => {
  database = await createTestDatabase();
  database.db.$client.pragma("synchronous = OFF");
  isFed = true;
  nowMs = START_MS;
  for (const kept of [far.world.broadcasts, far.world.streams]) kept.clear();
  far.world.faults.length = 0;
  far.world.asked.length = 0;
});
afterEach(() => database.close());

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

const quiet = () => undefined;
function needs(api: YouTubeApi = createYouTube({ apiRoot: far.root })): DriverNeeds {
  const asking = {
    db: database.db,
    clock: { nowMs: () => nowMs },
    youtube: api,
    accessTokens: { of: async () => TOKEN, giveBack: async () => undefined, onLost: () => quiet },
  };
  const secrets = { seal: (plain: string) => plain, open: (sealed: string) => sealed };
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  return { ...asking, log, secrets, follow: quiet, keyOf: createKeyOf(asking) };
}

async function connected() {
  const api = createYouTube({ apiRoot: far.root });
  const ytStream = await api.insertStream(TOKEN, { title: "Night", description: "mark" });
  const { id: ytGrantId } = database.db.insert(grants).values({ service: "google", accessTokenSealed: "x" }).returning().get();
  const values = { title: "Night", ytConnected: true, ytGrantId, ytLiveStreamId: ytStream.id };
  return database.db.insert(streams).values(values).returning().get().id;
}
type StreamId = Awaited<ReturnType<typeof connected>>;
const startedAt = new Date(START_MS);
const start = (id: StreamId) => void database.db.insert(streamSessions).values({ streamId: id, startedAt }).run();
const stop = () =>
  void database.db
    .update(streamSessions)
    .set({ stoppedAt: new Date(START_MS) })
    .run();

/** As the file has it: read by a query that is built anew each time it would be a sixth of what these tests cost. */
const written = () => JSON.stringify(database.db.$client.prepare("select * from yt_broadcasts where ended_at is null").all());

/** Steps until nothing changes any more. @returns what was done */
async function settle(by: DriverNeeds, look: () => void = quiet): Promise<string[]> {
  const done: string[] = [];
  for (let step = 0; step < STEPS_AT_MOST; step += 1) {
    by.db.transaction((tx) => ensureRows(tx, new Date(nowMs)));
    const before = written();
    for (const { id } of openRows(by.db)) {
      const outcome = await advance(by, id);
      done.push(outcome.step);
      look();
    }
    if (written() !== before) continue;
    // What was not found, or left out of an answer, is looked for once more, later.
    if (!openRows(by.db).some((row) => (row.isAsked && row.ytBroadcastId === null) || row.missingSince !== null)) return done;
    nowMs += FIND_APART_MS;
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

  it("never asks for a second one while the first may be there", () => {
    const lost: Actual = { isAsked: true, ytBroadcastId: null, lifeCycle: null, isBound: false, isToBeUpdated: false, streamStatus: null };
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

  it("lets the next one take over in time to be recorded where its stream wants that, and never is there none that is live", async () => {
    const id = await connected();
    start(id);
    await settle(needs());
    nowMs += ROLL_OVER_MS;
    await settle(needs());
    expect(there()).toEqual(["live"]);
    database.db.update(streams).set({ ytRollOverHours: ROLL_OVER_HOURS }).run();
    nowMs -= 1;
    await settle(needs());
    expect(there()).toEqual(["live"]);
    nowMs += 1;
    await settle(needs(), () => expect(there()).toContain("live"));
    expect(there()).toEqual(["complete", "live"]);
    const [first, second] = [...far.world.broadcasts.values()];
    expect(second).toMatchObject({ privacyStatus: first?.privacyStatus, boundStreamId: first?.boundStreamId });
    expect(second?.snippet.title).toBe(first?.snippet.title);
    await settle(needs());
    expect(there()).toEqual(["complete", "live"]);
    nowMs += ROLL_OVER_MS;
    await settle(needs());
    expect(there()).toEqual(["complete", "complete", "live"]);
  });

  /** A broadcast that waits for the next Start. */
  async function madeByHand(): Promise<StreamId> {
    const id = await connected();
    const ytStreamId = [...far.world.streams.keys()][0] ?? "";
    const made = { streamId: id, mark: "m", title: "By hand", description: "", privacy: "public" as const, ytStreamId };
    const grantId = database.db.select().from(grants).get()?.id ?? null;
    database.db
      .insert(ytBroadcasts)
      .values({ ...made, grantId })
      .run();
    await settle(needs());
    expect(there()).toEqual(["ready"]);
    return id;
  }

  it("airs one that was made by hand hours before also where its Start says another title", async () => {
    const id = await madeByHand();
    nowMs += ROLL_OVER_MS;
    database.db.update(ytBroadcasts).set({ title: "Tonight", isToBeUpdated: true }).run();
    start(id);
    await settle(needs());
    expect([...far.world.broadcasts.values()]).toMatchObject([{ lifeCycleStatus: "live", snippet: { title: "Tonight" } }]);
  });

  it.each([
    ["public", "live"],
    ["private", "ready"],
  ] as const)(
    "airs one whose new title YouTube does not take under the old one, but not to others than are to see it (%s)",
    async (privacy, lifeCycleStatus) => {
      const id = await madeByHand();
      far.fail("liveBroadcasts.update", "invalidTitle", 400, { times: 1e6 });
      database.db.update(ytBroadcasts).set({ title: "Tonight", privacy, isToBeUpdated: true }).run();
      start(id);
      await settle(needs());
      expect([...far.world.broadcasts.values()]).toMatchObject([{ lifeCycleStatus, snippet: { title: "By hand" } }]);
    },
  );

  it("takes the one that was made by hand, and ends it where its stream was deleted", async () => {
    const id = await madeByHand();
    start(id);
    await settle(needs());
    expect([...far.world.broadcasts.values()]).toMatchObject([{ lifeCycleStatus: "live", snippet: { title: "By hand" } }]);
    database.db.delete(streams).run();
    await settle(needs());
    expect([there(), openRows(database.db)]).toEqual([["complete"], []]);
  });
});

describe("a server that dies between any two calls", () => {
  /** As many calls as a run from Start over a second broadcast to Stop makes. */
  const CALLS_OF_A_RUN = 18;
  const deaths = Array.from({ length: CALLS_OF_A_RUN }, (_, at) =>
    (["before", "after"] as const).map((when) => [at + 1, when] as const),
  ).flat();

  it.each(deaths)("at call %i, %s it is done: the next one goes on, with one broadcast at a time and no orphan", async (at, when) => {
    const id = await connected();
    const api = dying(createYouTube({ apiRoot: far.root }), at, when);
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
    database.db.update(streams).set({ ytRollOverHours: ROLL_OVER_HOURS }).run();
    start(id);
    await run();
    expect(there()).toEqual(["live"]);
    nowMs += ROLL_OVER_MS;
    await run();
    expect(there()).toEqual(["complete", "live"]);
    stop();
    await run();
    expect([there(), openRows(database.db)]).toEqual([["complete", "complete"], []]);
    expect(died).toBeLessThanOrEqual(1);
  });

  it("leaves nothing behind where it was stopped before it came back", async () => {
    for (const [at, when] of deaths) {
      far.world.broadcasts.clear();
      const id = await connected();
      start(id);
      await settle(needs(dying(createYouTube({ apiRoot: far.root }), at, when))).catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error;
      });
      stop();
      await settle(needs());
      expect([at, when, waiting(), openRows(database.db)]).toEqual([at, when, [], []]);
    }
  });
});

/** Each reason that a call may fail with: once, and where it is YouTube's own trouble also after the call was done. */
async function eachFault(
  call: CallName,
  run: (fail: () => void) => Promise<readonly unknown[]>,
  expected: readonly unknown[],
): Promise<void> {
  for (const [reason, status] of reasonsOf(call)) {
    // A refusal is not carried out; only what is YouTube's own trouble may have been.
    for (const after of status < 500 ? [false] : [false, true]) {
      far.world.broadcasts.clear();
      far.world.faults.length = 0;
      database.db.delete(ytBroadcasts).run();
      database.db.delete(streams).run();
      const came = await run(() => far.fail(call, reason, status, { after }));
      expect([reason, after, ...came, far.world.faults.map(({ left }) => left)]).toEqual([reason, after, ...expected, [0]]);
    }
  }
}

/** One that came to rest by a refusal is tried again after a pause. */
async function settleAgain(): Promise<void> {
  for (let time = 0; time < 3; time += 1) await settle(needs());
}

describe("every documented reason, at every call of a run", () => {
  const OF_AN_END = ["liveBroadcasts.transition", "liveBroadcasts.delete"] as const;
  const OF_A_RUN: readonly CallName[] = CALL_NAMES.filter((name) => name.startsWith("liveBroadcasts.") && name !== "liveBroadcasts.delete");

  it.each(OF_A_RUN)("%s: once, before and after it is done, and the run goes on to its end with one broadcast", (call) =>
    eachFault(
      call,
      async (fail) => {
        fail();
        start(await connected());
        database.db.transaction((tx) => ensureRows(tx, new Date(nowMs)));
        // As where a Start has said something else of one that was made by hand.
        database.db.update(ytBroadcasts).set({ isToBeUpdated: true }).run();
        await settleAgain();
        const live = there().filter((state) => state === "live");
        stop();
        await settleAgain();
        return [live, waiting(), openRows(database.db)];
      },
      [["live"], [], []],
    ),
  );

  it.each(OF_AN_END)("%s: once, before and after it is done, where a run is ended, and nothing of it is left", (call) =>
    eachFault(
      call,
      async (fail) => {
        // What never was live is deleted.
        isFed = call !== "liveBroadcasts.delete";
        start(await connected());
        await settle(needs());
        fail();
        stop();
        await settleAgain();
        return [waiting(), openRows(database.db)];
      },
      [[], []],
    ),
  );

  it("is told to the operator while it stands, and not after", async () => {
    const id = await connected();
    start(id);
    far.fail("liveBroadcasts.insert", "liveStreamingNotEnabled", 403);
    database.db.transaction((tx) => ensureRows(tx, new Date(nowMs)));
    const notices: (string | null)[] = [];
    for (let step = 0; step < 2; step += 1) {
      for (const row of openRows(database.db)) await advance(needs(), row.id);
      notices.push(...openRows(database.db).map(({ notice }) => notice));
    }
    expect(notices).toEqual([expect.stringContaining("Live streaming is not switched on"), null]);
  });
});
