import { type EncoderProfile, PROFILES } from "@nightjar/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Claim, Claims } from "../src/render/claims.ts";
import { type SimulatedRender, simulateQueue } from "../src/render/queue-simulation.ts";
import { type EstimatedUnit, estimateReady } from "../src/render/ready-estimate.ts";

const SPEED = 4;
const PLAYED_MS = 10_000;

function render(changes: Partial<SimulatedRender>): SimulatedRender {
  const queued = { lane: "air", dueAtMs: 0, key: undefined, render: "short", isRunning: false } as const;
  return { ...queued, leftMs: 1000, leftToReadMs: 200, ...changes };
}

describe("the simulated queue", () => {
  it("goes by due time, and shares the machine among those that run at once", () => {
    const ends = simulateQueue([render({ dueAtMs: 9 }), render({ dueAtMs: 1 }), render({ dueAtMs: 5 })], 0, 2);
    expect(ends).toEqual([
      { readableAtMs: 2200, completeAtMs: 3000 },
      { readableAtMs: 400, completeAtMs: 2000 },
      { readableAtMs: 400, completeAtMs: 2000 },
    ]);
  });

  it("goes on with what runs, however late that is due, and has no more of the long ones run than the scheduler does", () => {
    const long = { render: "long", leftMs: 60_000 } as const;
    const ends = simulateQueue([render({ ...long, isRunning: true, dueAtMs: 99 }), render({ ...long, dueAtMs: 1 }), render({})], 0, 2);
    expect(ends.map(({ completeAtMs }) => completeAtMs)).toEqual([61_000, 121_000, 2000]);
  });

  it("loses nothing of the machine while anything is left: the last one ends when all of it is made", () => {
    const some = fc.array(
      fc.record({ leftMs: fc.integer({ min: 1, max: 900 }), dueAtMs: fc.integer({ min: 0, max: 99 }), isLong: fc.boolean() }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 5 }), (all, places) => {
        const renders = all.map(({ leftMs, dueAtMs, isLong }) => render({ leftMs, dueAtMs, render: isLong ? "long" : "short" }));
        const ends = simulateQueue(renders, 500, places);
        const lastAtMs = Math.max(...ends.map(({ completeAtMs }) => completeAtMs));
        expect(lastAtMs).toBeCloseTo(500 + all.reduce((sum, { leftMs }) => sum + leftMs, 0), 3);
        for (const { readableAtMs, completeAtMs } of ends) expect(readableAtMs).toBeLessThanOrEqual(completeAtMs);
      }),
    );
  });
});

interface Made {
  readonly claim: Claim;
  readonly startedAtMs?: number;
  readonly progress?: number;
  readonly task?: Partial<EstimatedUnit["task"]>;
}

function unit(key: string, { claim, startedAtMs, progress = 0, task = {} }: Made): EstimatedUnit {
  const claims = new Claims();
  claims.set("s", claim);
  const profile: EncoderProfile = PROFILES["1080p30"];
  const asked = { key, kind: "video", purpose: "wanted", profile, expectedCount: (PLAYED_MS / 1000) * profile.framesPerSecond } as const;
  return { task: { ...asked, ...task }, claims, startedAtMs: startedAtMs ?? null, progress: () => progress };
}

const air = (dueAtMs: number): Claim => ({ lane: "air", dueAtMs });
const at = (nowMs: number, places = 1) => ({ nowMs, places, speedOf: () => SPEED });

describe("the estimate of when a picture is there", () => {
  it("counts what is before it in the queue, and what is left of what runs", () => {
    const running = unit("running", { claim: air(0), startedAtMs: 0, progress: 0.6 });
    const ends = estimateReady([running, unit("later", { claim: air(9000) }), unit("next", { claim: air(5000) })], at(1500));
    expect(ends.get("running")).toEqual({ readableAtMs: 1500, completeAtMs: 2500 });
    expect(ends.get("next")).toEqual({ readableAtMs: 3000, completeAtMs: 5000 });
    expect(ends.get("later")).toEqual({ readableAtMs: 5500, completeAtMs: 7500 });
  });

  it("comes later when what runs shows that the machine is slower than it was measured", () => {
    // No more than three tenths are made, which were to take 0.75 s.
    const stuck = unit("stuck", { claim: air(0), startedAtMs: 0, progress: 0.1 });
    const end = estimateReady([stuck], at(7500)).get("stuck");
    expect(end?.completeAtMs).toBeCloseTo(7500 + 0.9 * 25_000);
  });

  it("says nothing of sound, and does not count second passes: they give way", () => {
    const others = [
      unit("sound", { claim: air(0), task: { kind: "audio", purpose: "sound", expectedCount: null } }),
      unit("again", { claim: { lane: "idle" }, startedAtMs: 0, task: { purpose: "second-pass" } }),
    ];
    const ends = estimateReady([...others, unit("wanted", { claim: air(1) })], at(0));
    expect([...ends]).toEqual([["wanted", { readableAtMs: 500, completeAtMs: 2500 }]]);
  });
});
