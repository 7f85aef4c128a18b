import { describe, expect, it } from "vitest";
import { compareEntries, pickNext, type QueueEntry } from "../src/job-queue.ts";
import { createScheduler, JobCancelledError, type JobContext, type JobRequest, type Scheduler } from "../src/scheduler.ts";

function entry(fields: Partial<QueueEntry>): QueueEntry {
  return { lane: "idle", dueAtMs: Infinity, sequence: 0, key: undefined, render: undefined, ...fields };
}

const picture = (fields: Partial<QueueEntry> = {}) => entry({ lane: "air", render: "short", ...fields });

/** Work that says when it began and ends when told. */
function controlled<T>(scheduler: Scheduler, request: JobRequest, onBegin: (label: string) => void = () => undefined) {
  const begun = Promise.withResolvers<JobContext>();
  const end = Promise.withResolvers<T>();
  const job = scheduler.schedule(request, (context) => {
    onBegin(request.label);
    begun.resolve(context);
    return end.promise;
  });
  return { job, begun: begun.promise, finish: end.resolve, fail: end.reject };
}

/** Every microtask queued so far, and what they queue, has run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const one = () => createScheduler({ concurrency: 1, now: () => 0 });

describe("order of service", () => {
  it("is by lane, then by date, then by age", () => {
    const inOrder = [
      entry({ lane: "air", dueAtMs: 5, sequence: 9 }),
      entry({ lane: "air", dueAtMs: 6, sequence: 1 }),
      entry({ lane: "air", sequence: 0 }),
      entry({ lane: "asked", dueAtMs: 1, sequence: 7 }),
      entry({ lane: "asked", sequence: 2 }),
      entry({ lane: "asked", sequence: 3 }),
      entry({ lane: "idle", dueAtMs: 0, sequence: 4 }),
    ];
    expect(inOrder.toReversed().toSorted(compareEntries)).toEqual(inOrder);
  });

  it("lets one air job pass a full machine, and no second one", () => {
    const idle = entry({ lane: "idle" });
    const air = entry({ lane: "air", sequence: 1 });
    expect(pickNext([air], [idle], 1)).toBe(air);
    expect(pickNext([air], [idle, entry({ lane: "air" })], 1)).toBeNull();
    expect(pickNext([entry({ lane: "asked" })], [idle], 1)).toBeNull();
  });

  it("gives no extra place where air jobs alone fill the machine", () => {
    expect(pickNext([entry({ lane: "air" })], [entry({ lane: "air" })], 1)).toBeNull();
  });

  it("serves what is past due since longest first", () => {
    const lacking = [
      picture({ dueAtMs: -90_000, sequence: 3 }),
      picture({ dueAtMs: -10, sequence: 1 }),
      picture({ dueAtMs: 0, sequence: 2 }),
    ];
    const inOrder: QueueEntry[] = [];
    for (let queue: QueueEntry[] = lacking.toReversed(); queue.length > 0; queue = queue.filter((each) => !inOrder.includes(each))) {
      const next = pickNext(queue, [], 1);
      if (next) inOrder.push(next);
    }
    expect(inOrder).toEqual(lacking);
  });

  it("renders no more pictures at once than there are places, whatever lane they are in, unless a stream would wait behind what is only prepared", () => {
    expect(pickNext([picture()], [picture(), picture({ lane: "asked" })], 2)).toBeNull();
    expect(pickNext([picture()], [picture({ lane: "asked" }), entry({})], 2)).not.toBeNull();
    expect(pickNext([picture()], [picture(), entry({}), entry({})], 2)).toBeNull();
    const prepared = picture({ lane: "idle" });
    expect(pickNext([picture()], [picture(), prepared], 2)).not.toBeNull();
    expect(pickNext([picture()], [picture(), picture(), prepared], 2)).toBeNull();
    expect(pickNext([picture({ lane: "asked" })], [picture(), prepared], 2)).toBeNull();
  });

  it.each([1, 2, 3, 8])("leaves the last of %i places to what is short and needed: long pictures and idle ones never hold it", (places) => {
    const slow = [picture({ render: "long" }), picture({ lane: "idle" })];
    const running: QueueEntry[] = [];
    for (const next of Array.from({ length: 20 }, (_, n) => slow[n % 2])) {
      const started = next && pickNext([next], running, places);
      if (started) running.push(started);
    }
    expect(running).toHaveLength(Math.max(1, places - 1));
    const needed = picture({ sequence: 99 });
    expect(pickNext([...slow, needed], running, places)).toBe(needed);
    expect(pickNext([needed], [...running, needed, needed], places)).toBeNull();
  });

  it("holds back a key that is still running, and serves the next instead", () => {
    const next = entry({ lane: "idle", sequence: 2 });
    expect(pickNext([entry({ lane: "air", key: "a" }), next], [entry({ key: "a" })], 2)).toBe(next);
  });
});

describe("scheduler", () => {
  it("starts what was asked for in one tick by urgency, not by call order", async () => {
    const scheduler = one();
    const begun: string[] = [];
    const jobs = (["idle", "asked", "air"] as const).map((lane) =>
      scheduler.schedule({ lane, label: lane }, () => {
        begun.push(lane);
        return Promise.resolve(lane);
      }),
    );
    expect(await Promise.all(jobs.map((job) => job.promise))).toEqual(["idle", "asked", "air"]);
    expect(begun).toEqual(["air", "asked", "idle"]);
  });

  it("runs no more than the concurrency allows, whatever ends or fails", async () => {
    const scheduler = createScheduler({ concurrency: 2, now: () => 0 });
    let running = 0;
    let most = 0;
    const work = async ({ signal }: JobContext) => {
      most = Math.max(most, ++running);
      await settled();
      running -= 1;
      if (running % 2 === 0 && !signal.aborted) throw new Error("odd one out");
    };
    const jobs = Array.from({ length: 20 }, (_, n) => scheduler.schedule({ lane: "asked", label: `${n}` }, work));
    await Promise.allSettled(jobs.map((job) => job.promise));
    expect(most).toBe(2);
    expect(scheduler.snapshot()).toEqual({ queued: [], running: [] });
  });

  it("lets an air job begin while a long idle job holds the only place", async () => {
    const scheduler = one();
    const long = controlled<void>(scheduler, { lane: "idle", label: "long" });
    await long.begun;
    const air = controlled<string>(scheduler, { lane: "air", label: "air" });
    await air.begun;
    air.finish("on air");
    expect(await air.job.promise).toBe("on air");
    long.finish();
  });

  it("does the work of one key once and gives all holders its result", async () => {
    const scheduler = one();
    const begun: string[] = [];
    const blocker = controlled<void>(scheduler, { lane: "air", label: "blocker" });
    const first = controlled<number>(scheduler, { lane: "idle", key: "k", label: "first" }, (label) => begun.push(label));
    const whileQueued = controlled<number>(scheduler, { lane: "asked", key: "k", label: "second" }, (label) => begun.push(label));
    expect(scheduler.snapshot().queued.map((view) => view.lane)).toContain("asked");
    blocker.finish();
    await first.begun;
    const whileRunning = controlled<number>(scheduler, { lane: "idle", key: "k", label: "third" }, (label) => begun.push(label));
    first.finish(42);
    expect(await Promise.all([first, whileQueued, whileRunning].map((held) => held.job.promise))).toEqual([42, 42, 42]);
    const after = controlled<number>(scheduler, { lane: "idle", key: "k", label: "after" }, (label) => begun.push(label));
    await after.begun;
    expect(begun).toEqual(["first", "after"]);
    after.finish(0);
  });

  it("stops a shared job only when its last holder cancels", async () => {
    const scheduler = one();
    const first = controlled<number>(scheduler, { lane: "idle", key: "k", label: "shared" });
    const second = controlled<number>(scheduler, { lane: "idle", key: "k", label: "shared" });
    const { signal } = await first.begun;
    first.job.cancel();
    first.job.cancel();
    await expect(first.job.promise).rejects.toBeInstanceOf(JobCancelledError);
    expect(signal.aborted).toBe(false);
    second.job.cancel();
    expect(signal.aborted).toBe(true);
    await expect(second.job.promise).rejects.toBeInstanceOf(JobCancelledError);
    first.finish(0);
  });

  it("keeps the place of a cancelled job until its work has ended, and never runs a key twice at once", async () => {
    const scheduler = createScheduler({ concurrency: 2, now: () => 0 });
    const dying = controlled<void>(scheduler, { lane: "idle", key: "k", label: "dying" });
    await dying.begun;
    dying.job.cancel();
    const begun: string[] = [];
    const heir = controlled<string>(scheduler, { lane: "air", key: "k", label: "heir" }, (label) => begun.push(label));
    await settled();
    expect(begun).toEqual([]);
    dying.finish();
    await heir.begun;
    heir.finish("fresh");
    expect(await heir.job.promise).toBe("fresh");
  });

  it("serves by the urgency a job has last: earlier or later than it was asked for", async () => {
    const scheduler = one();
    const blocker = controlled<void>(scheduler, { lane: "air", label: "blocker" });
    const begun: string[] = [];
    const note = (label: string) => void begun.push(label);
    const delayed = controlled<void>(scheduler, { lane: "air", dueAtMs: 1, label: "delayed" }, note);
    const asked = controlled<void>(scheduler, { lane: "asked", label: "asked" }, note);
    const hurried = controlled<void>(scheduler, { lane: "idle", label: "hurried" }, note);
    hurried.job.setUrgency("air", 10);
    delayed.job.setUrgency("air", 20);
    blocker.finish();
    expect((await hurried.begun).lane()).toBe("air");
    hurried.finish();
    await delayed.begun;
    delayed.finish();
    await asked.begun;
    expect(begun).toEqual(["hurried", "delayed", "asked"]);
    asked.finish();
  });

  it("has a shared job as urgent as its most urgent holder wants it, and less when that one has cancelled", () => {
    const scheduler = one();
    controlled<void>(scheduler, { lane: "air", label: "blocker" });
    const first = controlled<void>(scheduler, { lane: "asked", dueAtMs: 50, key: "k", label: "shared" });
    const second = controlled<void>(scheduler, { lane: "air", dueAtMs: 9, key: "k", label: "shared" });
    const seen = () => scheduler.snapshot().queued.flatMap(({ key, lane, dueAtMs }) => (key === "k" ? [lane, dueAtMs] : []));
    expect(seen()).toEqual(["air", 9]);
    first.job.setUrgency("asked", 70);
    expect(seen()).toEqual(["air", 9]);
    second.job.cancel();
    expect(seen()).toEqual(["asked", 70]);
    second.job.setUrgency("air", 1);
    expect(seen()).toEqual(["asked", 70]);
  });

  it("starves no stream by another's hundred jobs: each runs at its turn by date, wherever it stands in the queue", async () => {
    const scheduler = one();
    const begun: string[] = [];
    const work = (label: string) => () => {
      begun.push(label);
      return Promise.resolve();
    };
    // One stream's new tracklist: a track each three minutes, all asked for first.
    const hundred = Array.from({ length: 100 }, (_, n) => {
      const label = `new ${n}`;
      return scheduler.schedule({ lane: "air", dueAtMs: n * 180_000, label }, work(label));
    });
    const others = [30_000, 200_000].map((dueAtMs) =>
      scheduler.schedule({ lane: "air", dueAtMs, label: `other ${dueAtMs}` }, work(`other ${dueAtMs}`)),
    );
    await Promise.all([...hundred, ...others].map(({ promise }) => promise));
    expect(begun.slice(0, 5)).toEqual(["new 0", "other 30000", "new 1", "other 200000", "new 2"]);
    expect(begun).toHaveLength(102);
  });

  it("shows what waits and what runs, with progress kept within 0 and 1", async () => {
    let nowMs = 100;
    const scheduler = createScheduler({ concurrency: 1, now: () => nowMs });
    const running = controlled<void>(scheduler, { lane: "asked", label: "running", key: "r", dueAtMs: 500 });
    const context = await running.begun;
    const waiting = controlled<void>(scheduler, { lane: "idle", label: "waiting" });
    context.report(0.25);
    nowMs = 130;
    expect(scheduler.snapshot()).toEqual({
      running: [{ label: "running", lane: "asked", key: "r", dueAtMs: 500, progress: 0.25, ageMs: 30 }],
      queued: [{ label: "waiting", lane: "idle", key: null, dueAtMs: null, progress: 0, ageMs: 30 }],
    });
    context.report(7);
    expect(running.job.progress()).toBe(1);
    context.report(Number.NaN);
    expect(running.job.progress()).toBe(1);
    running.finish();
    waiting.finish();
  });

  it("logs a failure once and keeps serving, even when nobody listens to the promise", async () => {
    const lines: string[] = [];
    const nothing = () => undefined;
    const log = { debug: nothing, info: nothing, warn: (_: object, text: string) => void lines.push(text), error: nothing };
    const scheduler = createScheduler({ concurrency: 1, now: () => 0, log });
    scheduler.schedule({ lane: "idle", label: "bad" }, () => {
      throw new Error("before the first await");
    });
    expect(await scheduler.schedule({ lane: "idle", label: "good" }, () => Promise.resolve(1)).promise).toBe(1);
    expect(lines).toEqual(["a job failed"]);
  });

  it("cancels everything at close, waits for what runs, and refuses what comes later", async () => {
    const scheduler = one();
    const running = controlled<void>(scheduler, { lane: "idle", label: "running" });
    const queued = controlled<void>(scheduler, { lane: "idle", label: "queued" });
    const { signal } = await running.begun;
    let closed = false;
    const closing = scheduler.close().then(() => (closed = true));
    await expect(queued.job.promise).rejects.toBeInstanceOf(JobCancelledError);
    expect(signal.aborted).toBe(true);
    await settled();
    expect(closed).toBe(false);
    running.finish();
    await closing;
    const late = controlled<void>(scheduler, { lane: "air", key: "late", label: "late" });
    await expect(late.job.promise).rejects.toBeInstanceOf(JobCancelledError);
  });
});
