import type { Job, Scheduler } from "@nightjar/media";
import type { UnitRef } from "../timeline/unit.ts";
import { type Claim, Claims, dueOf } from "./claims.ts";
import { type RenderTask, renderLengthOf } from "./render-task.ts";
import type { UnitHandle } from "./unit-handle.ts";
import type { UnitRender } from "./unit-render.ts";

export interface UnitMakers {
  readonly scheduler: Scheduler;
  readonly render: Pick<UnitRender, "make">;
  /** Told of every growth and of every end. */
  readonly onUnit: (unit: UnitRef) => void;
  /** Nobody needs it any more. */
  readonly onUnclaimed: () => void;
  /** It is made, failed, or was given up. */
  readonly onEnd: () => void;
}

export interface FirstClaim extends Claim {
  readonly claimant: string;
  /** For people. */
  readonly label: string;
}

/** What is prepared ahead has time: above it the timeline, the publishers and whatever else runs here find the processor. */
const AHEAD_NICENESS = 10;
/** What a stream lacks must not get what others leave of a busy machine, which is a tenth. */
const LACKING_NICENESS = 5;
/** What is needed so soon is as good as lacking. */
const SOON_MS = 10_000;

/** The niceness at which a picture is rendered from now on. */
export function nicenessOf(claim: Claim, nowMs: number): number {
  return claim.lane === "air" && dueOf(claim) - nowMs < SOON_MS ? LACKING_NICENESS : AHEAD_NICENESS;
}

/** A unit that is queued or being rendered, and who needs it. */
export class UnitInMaking implements UnitHandle {
  readonly task: RenderTask;
  readonly label: string;
  readonly claims = new Claims();
  readonly readable: Promise<UnitRef>;
  readonly done: Promise<UnitRef>;
  readonly #makers: UnitMakers;
  readonly #job: Job<UnitRef>;
  readonly #readable = Promise.withResolvers<UnitRef>();
  #current: UnitRef | null = null;
  #startedAtMs: number | null = null;

  constructor(task: RenderTask, { claimant, label, ...claim }: FirstClaim, makers: UnitMakers) {
    this.task = task;
    this.label = label;
    this.#makers = makers;
    this.claims.set(claimant, claim);
    const request = { lane: claim.lane, dueAtMs: claim.dueAtMs, key: task.key, label, render: renderLengthOf(task) };
    this.#job = makers.scheduler.schedule(request, ({ signal, report }) => {
      this.#startedAtMs = performance.now();
      return makers.render.make(task, { signal, label, niceness: this.#niceness(), report, learn: (unit) => this.#learn(unit) });
    });
    this.readable = this.#readable.promise;
    this.readable.catch(() => undefined);
    this.done = this.#job.promise.finally(makers.onEnd);
    this.done.catch((error: unknown) => this.#failed(error));
  }

  get key(): string {
    return this.task.key;
  }

  /** Its clock is performance.now(); null while it waits. */
  get startedAtMs(): number | null {
    return this.#startedAtMs;
  }

  current(): UnitRef | null {
    return this.#current;
  }

  progress(): number {
    return this.#job.progress();
  }

  claim(claimant: string, claim: Claim): void {
    this.claims.set(claimant, claim);
    this.#order();
  }

  /** See Claims.add. */
  ask(claimant: string, claim: Claim): void {
    this.claims.add(claimant, claim);
    this.#order();
  }

  release(claimant: string): void {
    if (!this.claims.release(claimant)) return;
    if (this.claims.isEmpty) this.#makers.onUnclaimed();
    else this.#order();
  }

  cancel(): void {
    this.#job.cancel();
    this.#makers.onEnd();
  }

  #niceness(): number {
    const most = this.claims.mostUrgent();
    return this.task.niceness ?? (most ? nicenessOf(most, performance.now()) : AHEAD_NICENESS);
  }

  #order(): void {
    const most = this.claims.mostUrgent();
    if (most) this.#job.setUrgency(most.lane, dueOf(most));
  }

  #learn(unit: UnitRef): void {
    this.#current = unit;
    this.#makers.onUnit(unit);
    this.#readable.resolve(unit);
  }

  #failed(error: unknown): void {
    // A unit given up while it grew is complete as far as it goes: whoever plays it comes to its end.
    if (this.#current) this.#makers.onUnit({ ...this.#current, isComplete: true });
    this.#readable.reject(error);
  }
}
