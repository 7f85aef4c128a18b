import type { EncoderProfile } from "@nightjar/contract";
import { type Claims, dueOf } from "./claims.ts";
import { type SimulatedEnd, type SimulatedRender, simulateQueue } from "./queue-simulation.ts";
import { type RenderTask, playedMsOf, renderLengthOf } from "./render-task.ts";

/** A unit in the making, as far as its end is asked for. */
export interface EstimatedUnit {
  readonly task: Pick<RenderTask, "key" | "kind" | "purpose" | "profile" | "expectedCount" | "isLong">;
  readonly claims: Pick<Claims, "mostUrgent">;
  readonly startedAtMs: number | null;
  progress(): number;
}

export interface EstimateMachine {
  readonly nowMs: number;
  readonly places: number;
  /** Played time the whole machine renders in the same time. */
  readonly speedOf: (profile: EncoderProfile) => number;
}

/** Before this a render has shown how long ffmpeg takes to start, not how fast the machine is. */
const TELLING_MS = 2000;

/** When each picture that is queued or rendered will be readable and complete, as far as can be said now; by key. */
export function estimateReady(units: Iterable<EstimatedUnit>, machine: EstimateMachine): Map<string, SimulatedEnd> {
  // A second pass gives way to everything.
  const pictures = [...units].filter(({ task }) => task.kind === "video" && task.purpose !== "second-pass");
  const slowdown = slowdownOf(pictures, machine);
  const renders = pictures.map((unit) => simulated(unit, machine, slowdown));
  const ends = simulateQueue(renders, machine.nowMs, machine.places);
  return new Map(pictures.flatMap(({ task }, index) => (ends[index] ? [[task.key, ends[index]]] : [])));
}

function simulated(unit: EstimatedUnit, machine: EstimateMachine, slowdown: number): SimulatedRender {
  const { task, claims, startedAtMs } = unit;
  const { lane, ...claim } = claims.mostUrgent() ?? { lane: "idle" as const };
  const costMs = costOf(unit, machine) * slowdown;
  const progress = unit.progress();
  return {
    ...{ lane, dueAtMs: dueOf({ lane, ...claim }), key: task.key, render: renderLengthOf(task) },
    isRunning: startedAtMs !== null,
    leftMs: costMs * (1 - progress),
    leftToReadMs: progress > 0 ? 0 : costMs * firstShare(unit),
  };
}

function costOf({ task }: EstimatedUnit, { speedOf }: EstimateMachine): number {
  return playedMsOf(task) / speedOf(task.profile);
}

/** Of a unit, its first group of pictures. */
function firstShare({ task }: EstimatedUnit): number {
  return task.expectedCount ? Math.min(1, task.profile.gopFrames / task.expectedCount) : 1;
}

/** How much slower the machine is now than it was measured, as those show that run: at least 1. */
function slowdownOf(pictures: readonly EstimatedUnit[], machine: EstimateMachine): number {
  const running = pictures.filter(({ startedAtMs }) => startedAtMs !== null);
  const factors = running.map((unit) => {
    const tookMs = machine.nowMs - (unit.startedAtMs ?? machine.nowMs);
    if (tookMs < TELLING_MS) return 1;
    // It has made no more than this: what it is at is told when it is whole.
    const madeMs = costOf(unit, machine) * Math.min(1, unit.progress() + firstShare(unit));
    return tookMs / running.length / madeMs;
  });
  return Math.max(1, ...factors);
}
