import { PROFILES } from "@nightjar/contract";
import { JobCancelledError, createScheduler } from "@nightjar/media";
import { describe, expect, it } from "vitest";
import { RenderPool } from "../src/render/render-pool.ts";
import type { RenderTask } from "../src/render/render-task.ts";
import type { UnitRef } from "../src/timeline/unit.ts";

function task(key: string, changes: Partial<RenderTask> = {}): RenderTask {
  return {
    key,
    kind: "video",
    purpose: "wanted",
    profile: PROFILES["1080p30"],
    expectedHeader: null,
    expectedCount: 300,
    prepare: () => Promise.resolve({ args: [], cleanUp: () => Promise.resolve() }),
    ...changes,
  };
}

function unitOf(key: string): UnitRef {
  return { key, kind: "video", path: key, firstTagOffset: 1, readableBytes: 1, isComplete: true };
}

/** A pool whose renders begin in their turn and end when told; nothing is cached. */
function openPool(concurrency = 1) {
  const begun: string[] = [];
  const niceness = new Map<string, () => number>();
  const given = new Set<string>();
  const ends = new Map<string, () => void>();
  const learns = new Map<string, () => void>();
  const scheduler = createScheduler({ concurrency, now: () => performance.now() });
  const pool = new RenderPool({
    cache: { get: () => Promise.resolve(null) },
    scheduler,
    onUnit: () => undefined,
    render: {
      make: ({ key }, { signal, ...told }) => {
        begun.push(key);
        niceness.set(key, told.niceness);
        const { promise, resolve, reject } = Promise.withResolvers<UnitRef>();
        ends.set(key, () => resolve(unitOf(key)));
        learns.set(key, () => told.learn({ ...unitOf(key), isComplete: false }));
        signal.addEventListener("abort", () => {
          given.add(key);
          reject(signal.reason);
        });
        return promise;
      },
    },
  });
  const dueOf = (key: string) => scheduler.snapshot().queued.find((job) => job.key === key)?.dueAtMs;
  const read = async (key: string) => (learns.get(key)?.(), await settled());
  return { pool, begun, niceness, given, dueOf, read, end: async (key: string) => (ends.get(key)?.(), await settled()) };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const air = (dueAtMs: number, streamId = "s") => ({ lane: "air", dueAtMs, label: "", streamId }) as const;

describe("claims on a unit", () => {
  it("order the renders of all streams by when they are due, also when a claim is put off or brought forward", async () => {
    const { pool, begun, end } = openPool();
    await pool.ensure(task("running"), air(0));
    await settled();
    const putOff = await pool.ensure(task("put-off"), air(1000, "a"));
    const between = await pool.ensure(task("between"), air(2000, "b"));
    const forward = await pool.ensure(task("forward"), air(9000, "c"));
    putOff.claim("a", { lane: "air", dueAtMs: 5000 });
    forward.claim("c", { lane: "air", dueAtMs: 500 });
    for (const key of ["running", "forward", "between", "put-off"]) await end(key);
    expect(begun).toEqual(["running", "forward", "between", "put-off"]);
    expect((await between.done).key).toBe("between");
  });

  it("make a unit as urgent as the most urgent of them, and no more than the rest when that one is released", async () => {
    const { pool, dueOf } = openPool();
    await pool.ensure(task("running"), air(0));
    await settled();
    const handle = await pool.ensure(task("shared"), air(8000, "a"));
    await pool.ensure(task("shared"), air(3000, "b"));
    const dues = () => pool.rendersOf("a").map(({ key, dueAtMs }) => [key, dueAtMs]);
    expect(dues()).toEqual([["shared", 8000]]);
    expect(dueOf("shared")).toBe(3000);
    handle.release("b");
    expect(dueOf("shared")).toBe(8000);
    expect(pool.rendersOf("b")).toEqual([]);
  });

  it("of one claimant for two of its items are as early as the earlier item, until it says otherwise", async () => {
    const { pool, dueOf } = openPool();
    await pool.ensure(task("running"), air(0));
    const handle = await pool.ensure(task("twice"), air(1000));
    await pool.ensure(task("twice"), air(200_000));
    expect(dueOf("twice")).toBe(1000);
    handle.claim("s", { lane: "air", dueAtMs: 200_000 });
    expect(dueOf("twice")).toBe(200_000);
  });
});

describe("what nobody claims any more", () => {
  it("is not made when it has not begun, and made anew when it is asked for again", async () => {
    const { pool, begun, end } = openPool();
    await pool.ensure(task("running"), air(0));
    await settled();
    const dropped = await pool.ensure(task("dropped"), air(1, "a"));
    dropped.release("a");
    await expect(dropped.done).rejects.toBeInstanceOf(JobCancelledError);
    await expect(dropped.readable).rejects.toBeInstanceOf(JobCancelledError);
    const again = await pool.ensure(task("dropped"), air(1, "a"));
    await end("running");
    await end("dropped");
    expect((await again.done).key).toBe("dropped");
    expect(begun).toEqual(["running", "dropped"]);
  });

  it("goes on to its end when it has begun: it will be needed in the next round", async () => {
    const { pool, given, end } = openPool();
    const handle = await pool.ensure(task("begun"), air(0));
    await settled();
    handle.release("s");
    await end("begun");
    expect((await handle.done).key).toBe("begun");
    expect(given).toEqual(new Set());
  });

  it("is ended although it has begun when it is as long as its track, as soon as its last claim is gone", async () => {
    const { pool, given } = openPool();
    const handle = await pool.ensure(task("long", { isLong: true }), air(0, "a"));
    await pool.ensure(task("long", { isLong: true }), air(0, "b"));
    await settled();
    handle.release("a");
    expect(given).toEqual(new Set());
    handle.release("b");
    expect(given).toEqual(new Set(["long"]));
    expect([...pool.keys]).toEqual([]);
  });

  it("is let go for all units of a claimant at once, but for those it still needs", async () => {
    const { pool } = openPool();
    await pool.ensure(task("running"), air(0));
    await settled();
    for (const key of ["one", "two", "kept"]) await pool.ensure(task(key), air(5, "a"));
    await pool.ensure(task("two"), air(5, "b"));
    pool.releaseAll("a", new Set(["kept"]));
    expect([...pool.keys]).toEqual(["running", "two", "kept"]);
  });

  it("is ended, begun or not, for all that a claimant abandons and nobody else claims; for nothing of it there is need", async () => {
    const { pool, begun, given, end } = openPool();
    const idle = { lane: "idle", label: "", claimant: "prepared" } as const;
    await pool.ensure(task("alone"), idle);
    await settled();
    await pool.ensure(task("shared"), idle);
    expect(pool.isNeeded).toBe(false);
    await pool.ensure(task("shared"), air(0, "a"));
    expect(pool.isNeeded).toBe(true);
    pool.abandon("prepared");
    await settled();
    expect([[...given], begun]).toEqual([["alone"], ["alone", "shared"]]);
    await end("shared");
    expect([...given]).toEqual(["alone"]);
  });

  it("is left alone once the process ends: the next one may have to play it", async () => {
    const { pool, given } = openPool();
    const handle = await pool.ensure(task("long", { isLong: true }), air(0));
    await settled();
    pool.release();
    handle.release("s");
    expect(given).toEqual(new Set());
  });
});

describe("a long picture that is only prepared", () => {
  it("leaves its place to a long one that is needed, begins anew afterwards, and is there in the end", async () => {
    const { pool, begun, given, end } = openPool(2);
    const prepared = await pool.ensure(task("prepared", { isLong: true }), { lane: "idle", label: "" });
    await settled();
    await pool.ensure(task("needed", { isLong: true }), air(0));
    await settled();
    expect([...given]).toEqual(["prepared"]);
    await end("needed");
    await settled();
    await end("prepared");
    expect((await prepared.done).key).toBe("prepared");
    expect(begun).toEqual(["prepared", "needed", "prepared"]);
  });

  it("goes on beside a short one that is needed, and when it is needed itself", async () => {
    const { pool, given, begun } = openPool(2);
    const prepared = await pool.ensure(task("prepared", { isLong: true }), { lane: "idle", label: "" });
    await settled();
    await pool.ensure(task("short"), air(0));
    await settled();
    prepared.claim("s", { lane: "air", dueAtMs: 0 });
    await pool.ensure(task("needed", { isLong: true }), air(0));
    await settled();
    expect(begun).toEqual(["prepared", "short"]);
    expect([...given]).toEqual([]);
  });
});

describe("sound", () => {
  it("does not wait behind pictures", async () => {
    const { pool, begun } = openPool(1);
    await pool.ensure(task("picture"), air(0));
    await pool.ensure(task("sound", { kind: "audio" }), air(900_000));
    await settled();
    expect(begun.toSorted()).toEqual(["picture", "sound"]);
  });
});

describe("the sounds of many streams", () => {
  it("begin three at a time, however few pictures may, and each leaves its place when it can be read and is made to its end", async () => {
    const { pool, begun, read, end, given } = openPool(1);
    for (let stream = 0; stream < 12; stream += 1) {
      await pool.ensure(task(`picture ${stream}`), air(0, `${stream}`));
      await pool.ensure(task(`sound ${stream}`, { kind: "audio" }), air(0, `${stream}`));
    }
    await settled();
    const sounds = () => begun.filter((key) => key.startsWith("sound"));
    expect(sounds()).toEqual(["sound 0", "sound 1", "sound 2"]);
    await read("sound 1");
    expect(sounds()).toEqual(["sound 0", "sound 1", "sound 2", "sound 3"]);
    const going = await pool.ensure(task("sound 1", { kind: "audio" }), air(0, "1"));
    expect(going.current()?.isComplete).toBe(false);
    await end("sound 1");
    expect([(await going.done).isComplete, [...given]]).toEqual([true, []]);
    expect(begun.filter((key) => key.startsWith("picture"))).toEqual(["picture 0"]);
  });

  it.each([0, 1, 2, 3, 4, 5, 6])(
    "given up %i turns after they were asked for are over, and no failure of theirs is left unheard",
    async (turns) => {
      const { pool, begun, given } = openPool(1);
      const asked = pool.ensure(task("sound", { kind: "audio" }), air(0, "s"));
      const done = asked.then((handle) => handle.done);
      done.catch(() => undefined);
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      pool.abandon("s");
      await settled();
      pool.abandon("s");
      await expect(done).rejects.toThrow();
      expect([...given]).toEqual(begun);
    },
  );

  it("are ended where nobody needs them any more, also behind their place", async () => {
    const { pool, read, given } = openPool(1);
    const handle = await pool.ensure(task("sound", { kind: "audio" }), air(0, "s"));
    await settled();
    await read("sound");
    pool.abandon("s");
    await expect(handle.done).rejects.toThrow("aborted");
    expect([...given]).toEqual(["sound"]);
  });

  it("that are due in a while are made one at a time, to the end", async () => {
    const { pool, begun, read, end } = openPool(1);
    const later = { lane: "asked", dueAtMs: 60_000, label: "", streamId: "s" } as const;
    for (const name of ["a", "b"]) await pool.ensure(task(name, { kind: "audio" }), later);
    await settled();
    await read("a");
    expect(begun).toEqual(["a"]);
    await end("a");
    expect(begun).toEqual(["a", "b"]);
  });
});

describe("the niceness of a render", () => {
  it("leaves the processor to others when it is prepared ahead, and not so when a stream lacks it or is about to", async () => {
    const { pool, niceness } = openPool(8);
    const nowMs = performance.now();
    await pool.ensure(task("past-due"), air(0));
    await pool.ensure(task("soon"), air(nowMs + 5000));
    await pool.ensure(task("ahead"), air(nowMs + 60_000));
    await pool.ensure(task("nobody-waits"), { lane: "idle", dueAtMs: 0, label: "" });
    await pool.ensure(task("bare", { purpose: "background" }), { lane: "idle", label: "" });
    await pool.ensure(task("bare-lacking", { purpose: "background" }), air(0));
    await pool.ensure(task("own", { niceness: 19 }), air(0));
    await settled();
    const found = Object.fromEntries([...niceness].map(([key, ask]) => [key, ask()]));
    const others = { "nobody-waits": 10, bare: 19, "bare-lacking": 5, own: 19 };
    expect(found).toEqual({ "past-due": 5, soon: 5, ahead: 10, ...others });
  });

  it("is that of the most urgent who need it when it begins, and not of who asked first: the next track may show the same", async () => {
    const { pool, niceness } = openPool(8);
    await pool.ensure(task("a"), air(performance.now() + 60_000, "next"));
    await settled();
    await pool.ensure(task("a"), air(0, "now"));
    expect(niceness.get("a")?.()).toBe(5);
  });
});
