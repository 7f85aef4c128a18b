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
  /** Somebody needs it by another time. */
  readonly onOrder: () => void;
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
  #job: Job<UnitRef>;
  readonly #readable = Promise.withResolvers<UnitRef>();
  #current: UnitRef | null = null;
  #startedAtMs: number | null = null;

  constructor(task: RenderTask, { claimant, label, ...claim }: FirstClaim, makers: UnitMakers) {
    this.task = task;
    this.label = label;
    this.#makers = makers;
    this.claims.set(claimant, claim);
    this.#job = this.#schedule(claim);
    this.readable = this.#readable.promise;
    this.readable.catch(() => undefined);
    this.done = this.#made().finally(makers.onEnd);
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

  /** Leaves its place to what is more urgent, and begins anew in its turn. */
  giveWay(): void {
    this.#job.cancel();
    this.#startedAtMs = null;
    this.#current = null;
    this.#job = this.#schedule(this.claims.mostUrgent() ?? { lane: "idle" });
  }

  #schedule({ lane, dueAtMs }: Claim): Job<UnitRef> {
    const { task, label } = this;
    const { scheduler, render } = this.#makers;
    return scheduler.schedule({ lane, dueAtMs, key: task.key, label, render: renderLengthOf(task) }, ({ signal, report }) => {
      this.#startedAtMs = performance.now();
      return render.make(task, { signal, label, niceness: this.#niceness(), report, learn: (unit) => this.#learn(unit, signal) });
    });
  }

  /** However often it has given way. */
  async #made(): Promise<UnitRef> {
    for (;;) {
      const job = this.#job;
      try {
        return await job.promise;
      } catch (error) {
        if (job === this.#job) throw error;
      }
    }
  }

  #niceness(): number {
    const most = this.claims.mostUrgent();
    if (this.task.kind === "audio" && most?.lane !== "air") return AHEAD_NICENESS;
    return this.task.niceness ?? (most ? nicenessOf(most, performance.now()) : AHEAD_NICENESS);
  }

  #order(): void {
    const most = this.claims.mostUrgent();
    if (most) this.#job.setUrgency(most.lane, dueOf(most));
    this.#makers.onOrder();
  }

  #learn(unit: UnitRef, { aborted }: AbortSignal): void {
    if (aborted) return;
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
