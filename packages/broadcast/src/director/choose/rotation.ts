import type { AutoSwitch, Plan, PlanBackground } from "@nightjar/contract";
import { z } from "zod";

type Turns = Pick<Plan, "sessionId" | "background" | "rotation" | "autoSwitch">;

/** Where backgrounds that take turns stand: plain data, so that a restart changes nothing. */
export const rotationSchema = z.object({
  sessionId: z.string(),
  /** Keys of the rotation when this was made: tells what has changed since. */
  keys: z.array(z.string()).readonly(),
  /** The operator's choice, as it was then. */
  chosen: z.string(),
  /** The one on air, as a place of the rotation; -1: the choice itself, which is not in it. */
  index: z.number().int(),
  /** Wall-clock time from which its interval counts. */
  sinceMs: z.number(),
  /** The newest track that had its turn. */
  serial: z.number().int(),
});
export type Rotation = Readonly<z.infer<typeof rotationSchema>>;

const INTERVAL_MS: Readonly<Partial<Record<AutoSwitch, number>>> = { "5-minutes": 300_000, "10-minutes": 600_000 };

/**
 * Which background is on air where several take turns: the operator's choice at first, then the next of the rotation after
 * each song or interval.
 * @param left by an earlier process
 */
export function newRotation(plan: Turns, left: Rotation | null, wallMs: number): Rotation {
  return left?.sessionId === plan.sessionId ? changedRotation(left, plan, plan, wallMs) : chosenAt(plan, 0, wallMs);
}

/** Another choice is on air at once, and its turn begins. */
export function changedRotation(rotation: Rotation, before: Turns, plan: Turns, wallMs: number): Rotation {
  const { keys, chosen, index, serial } = rotation;
  const now = plan.rotation.map(backgroundKey);
  const choice = backgroundKey(plan.background);
  // A copy that has become ready has another content at the same place.
  const isSamePlace = keys.length === now.length && keys.indexOf(chosen) === now.indexOf(choice) && now.includes(choice);
  const isChosenAnew = choice !== chosen && !isSamePlace;
  if (before.autoSwitch === "never" || plan.autoSwitch === "never" || isChosenAnew) return chosenAt(plan, serial, wallMs);
  const moved = keys.length === now.length ? index : now.indexOf(keys[index] ?? chosen);
  if (moved < 0 && index >= 0) return chosenAt(plan, serial, wallMs);
  return { ...rotation, keys: now, chosen: choice, index: moved };
}

/** Under the item so many places behind the one that sounds. */
export function backgroundAt(rotation: Rotation, plan: Turns, places: number): PlanBackground {
  const isBySong = plan.autoSwitch === "every-song";
  const steps = isBySong && rotation.serial > 0 ? places : Math.max(0, places - 1);
  const index = isBySong ? after(rotation, plan, steps) : rotation.index;
  return (plan.autoSwitch === "never" ? null : plan.rotation[index]) ?? plan.background;
}

/** A track begins. Told again after an adoption it counts once. */
export function trackBegun(rotation: Rotation, plan: Turns, serial: number, wallMs: number): Rotation {
  if (serial <= rotation.serial) return rotation;
  const isTurn = plan.autoSwitch === "every-song" && rotation.serial > 0;
  return { ...rotation, serial, ...(isTurn ? { index: after(rotation, plan, 1), sinceMs: wallMs } : {}) };
}

/** How long the one on air stays; null: as long as nobody changes it, or until the song ends. */
export function turnDueInMs(rotation: Rotation, plan: Turns, wallMs: number): number | null {
  const intervalMs = INTERVAL_MS[plan.autoSwitch];
  if (intervalMs === undefined || plan.rotation.length < 2) return null;
  // Where the clock was set back, no longer than its time.
  return Math.min(intervalMs, Math.max(0, rotation.sinceMs + intervalMs - wallMs));
}

/** Takes the turns that are due. */
export function turned(rotation: Rotation, plan: Turns, wallMs: number): Rotation {
  const intervalMs = INTERVAL_MS[plan.autoSwitch];
  const dueInMs = turnDueInMs(rotation, plan, wallMs);
  if (intervalMs === undefined || dueInMs === null) return rotation;
  // The clock was set back: its time would not end before that has caught up.
  if (rotation.sinceMs > wallMs) return { ...rotation, sinceMs: wallMs };
  if (dueInMs > 0) return rotation;
  const turns = Math.floor((wallMs - rotation.sinceMs) / intervalMs);
  return { ...rotation, index: after(rotation, plan, turns), sinceMs: rotation.sinceMs + turns * intervalMs };
}

/** Names a background by its content. */
export function backgroundKey(background: PlanBackground): string {
  return background.kind === "default" ? "default" : background.file.sha256;
}

export function isSameBackground(a: PlanBackground, b: PlanBackground): boolean {
  return backgroundKey(a) === backgroundKey(b);
}

function after({ index }: Rotation, { rotation: { length } }: Turns, steps: number): number {
  return length === 0 ? -1 : (index + steps) % length;
}

function chosenAt(plan: Turns, serial: number, wallMs: number): Rotation {
  const keys = plan.rotation.map(backgroundKey);
  const chosen = backgroundKey(plan.background);
  return { sessionId: plan.sessionId, keys, chosen, index: keys.indexOf(chosen), sinceMs: wallMs, serial };
}
