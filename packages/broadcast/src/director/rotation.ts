import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { AutoSwitch, Plan, PlanBackground } from "@nightjar/contract";
import { z } from "zod";
import { backgroundKey } from "./picture-changer.ts";

/** In the session's own folder. */
export const ROTATION_FILE = "rotation.json";

type Turns = Pick<Plan, "sessionId" | "background" | "rotation" | "autoSwitch">;

const stateSchema = z.object({
  sessionId: z.string(),
  /** Keys of the rotation when this was written: tells what has changed since. */
  keys: z.array(z.string()),
  /** The operator's choice, as it was then. */
  chosen: z.string(),
  /** The one on air, as a place of the rotation; -1: the choice itself, which is not in it. */
  index: z.number().int(),
  /** Wall-clock time from which its interval counts. */
  sinceMs: z.number(),
  /** The newest track that had its turn. */
  serial: z.number().int(),
});
type RotationState = Readonly<z.infer<typeof stateSchema>>;

const INTERVAL_MS: Readonly<Partial<Record<AutoSwitch, number>>> = { "5-minutes": 300_000, "10-minutes": 600_000 };

/**
 * Which background is on air where several take turns: the operator's choice at first, then the next of the rotation after
 * each song or interval. Where it stands is kept in a file, so that a restart changes nothing.
 */
export class Rotation {
  readonly #path: string | null;
  readonly #now: () => number;
  #plan: Turns;
  #state: RotationState;

  /** @param path null: not kept */
  constructor(plan: Turns, path: string | null, now: () => number = () => Date.now()) {
    this.#path = path;
    this.#now = now;
    this.#plan = plan;
    const left = path === null ? null : readState(path);
    this.#state = left?.sessionId === plan.sessionId ? left : this.#chosen(0);
    this.update(plan);
  }

  /** Another choice is on air at once, and its turn begins. */
  update(plan: Turns): void {
    const isNew = this.#plan.autoSwitch === "never";
    this.#plan = plan;
    const { keys, chosen, index, serial } = this.#state;
    const now = plan.rotation.map(backgroundKey);
    const choice = backgroundKey(plan.background);
    // A copy that has become ready has another content at the same place.
    const isSamePlace = keys.length === now.length && keys.indexOf(chosen) === now.indexOf(choice) && now.includes(choice);
    if (isNew || plan.autoSwitch === "never" || (choice !== chosen && !isSamePlace)) return this.#keep(this.#chosen(serial));
    const moved = keys.length === now.length ? index : now.indexOf(keys[index] ?? chosen);
    if (moved < 0 && index >= 0) return this.#keep(this.#chosen(serial));
    this.#keep({ ...this.#state, keys: now, chosen: choice, index: moved, sinceMs: Math.min(this.#state.sinceMs, this.#now()) });
  }

  /** Under the item so many places behind the one that sounds. */
  at(places: number): PlanBackground {
    const { rotation, background, autoSwitch } = this.#plan;
    const steps = autoSwitch === "every-song" && this.#state.serial > 0 ? places : Math.max(0, places - 1);
    const index = autoSwitch === "every-song" ? this.#after(steps) : this.#state.index;
    return (autoSwitch === "never" ? null : rotation[index]) ?? background;
  }

  /** A track begins. Told again after an adoption it counts once. */
  entered(serial: number): void {
    if (serial <= this.#state.serial) return;
    const isTurn = this.#plan.autoSwitch === "every-song" && this.#state.serial > 0;
    this.#keep({ ...this.#state, serial, ...(isTurn ? { index: this.#after(1), sinceMs: this.#now() } : {}) });
  }

  /** How long the one on air stays; null: as long as nobody changes it, or until the song ends. */
  get dueInMs(): number | null {
    const intervalMs = INTERVAL_MS[this.#plan.autoSwitch];
    if (intervalMs === undefined || this.#plan.rotation.length < 2) return null;
    return Math.max(0, this.#state.sinceMs + intervalMs - this.#now());
  }

  /** Takes the turns that are due. True: another one is on air from now on. */
  turn(): boolean {
    const intervalMs = INTERVAL_MS[this.#plan.autoSwitch];
    if (intervalMs === undefined || this.dueInMs !== 0) return false;
    const turns = Math.floor((this.#now() - this.#state.sinceMs) / intervalMs);
    const index = this.#after(turns);
    const isOther = index !== this.#state.index;
    this.#keep({ ...this.#state, index, sinceMs: this.#state.sinceMs + turns * intervalMs });
    return isOther;
  }

  #after(steps: number): number {
    const { length } = this.#plan.rotation;
    return length === 0 ? -1 : (this.#state.index + steps) % length;
  }

  #chosen(serial: number): RotationState {
    const keys = this.#plan.rotation.map(backgroundKey);
    const chosen = backgroundKey(this.#plan.background);
    const { sessionId } = this.#plan;
    return { sessionId, keys, chosen, index: keys.indexOf(chosen), sinceMs: this.#now(), serial };
  }

  /** Without the file a restart would only begin the turns anew: a full disk must not take the stream along. */
  #keep(state: RotationState): void {
    const isSame = JSON.stringify(state) === JSON.stringify(this.#state);
    this.#state = state;
    if (isSame || this.#path === null || this.#plan.autoSwitch === "never") return;
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      writeFileSync(`${this.#path}.new`, JSON.stringify(state), { mode: 0o600 });
      renameSync(`${this.#path}.new`, this.#path);
    } catch {
      // Told as a full disk elsewhere.
    }
  }
}

function readState(path: string): RotationState | null {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null;
  }
}
