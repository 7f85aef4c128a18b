import type { Job, Scheduler } from "@nightjar/media";
import type { UnitRef } from "../timeline/unit.ts";
import { type Claim, Claims, dueOf, isLacking } from "./claims.ts";
import { type RenderPurpose, type RenderTask, renderLengthOf } from "./render-task.ts";
import { type RenderPlace, isSoundSoon } from "./sound-places.ts";
import type { UnitHandle } from "./unit-handle.ts";
import type { UnitRender } from "./unit-render.ts";

export interface UnitMakers {
  /** For a claim, as things are now. */
  readonly placeFor: (claim: Claim) => RenderPlace;
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
/** A background alone, which nobody waits for: what comes to be lacking meanwhile has the machine almost to itself. */
const BARE_NICENESS = 19;

/** The niceness at which a picture is rendered from now on. */
export function nicenessOf(claim: Claim, purpose: RenderPurpose, nowMs: number): number {
  if (isLacking(claim, nowMs)) return LACKING_NICENESS;
  return claim.lane === "idle" && purpose === "background" ? BARE_NICENESS : AHEAD_NICENESS;
}

/** One run of a task, or its waiting for a place. */
interface Attempt {
  /** Ends where its place is free for the next. */
  readonly job: Job<void>;
  readonly made: Promise<UnitRef>;
  readonly scheduler: Scheduler;
  /** 0 to 1. */
  progress: number;
  cancel(): void;
}

/** A unit that is queued or being rendered, and who needs it. */
export class UnitInMaking implements UnitHandle {
  readonly task: RenderTask;
  readonly label: string;
  readonly claims = new Claims();
  readonly readable: Promise<UnitRef>;
  readonly done: Promise<UnitRef>;
  readonly #makers: UnitMakers;
  #attempt: Attempt;
  readonly #readable = Promise.withResolvers<UnitRef>();
  #current: UnitRef | null = null;
  #startedAtMs: number | null = null;

  constructor(task: RenderTask, { claimant, label, ...claim }: FirstClaim, makers: UnitMakers) {
    this.task = task;
    this.label = label;
    this.#makers = makers;
    this.claims.set(claimant, claim);
    this.#attempt = this.#begin(claim);
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
    return this.#attempt.progress;
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
    this.#attempt.cancel();
    this.#makers.onEnd();
  }

  /** Leaves its place to what is more urgent, and begins anew in its turn. */
  giveWay(): void {
    this.#attempt.cancel();
    this.#startedAtMs = null;
    this.#current = null;
    this.#attempt = this.#begin(this.claims.mostUrgent() ?? { lane: "idle" });
  }

  /** Time has passed: where it still waits, and would wait elsewhere now, it does so. */
  moveOn(): void {
    const most = this.claims.mostUrgent();
    if (!most || this.#startedAtMs !== null) return;
    if (this.#makers.placeFor(most).scheduler !== this.#attempt.scheduler) this.giveWay();
  }

  #begin(claim: Claim): Attempt {
    const { task, label } = this;
    const { lane, dueAtMs } = claim;
    const { render } = this.#makers;
    const { scheduler, holdsPlaceUntil } = this.#makers.placeFor(claim);
    const abort = new AbortController();
    const { signal } = abort;
    const made = Promise.withResolvers<UnitRef>();
    made.promise.catch(() => undefined);
    const job = scheduler.schedule({ lane, dueAtMs, key: task.key, label, render: renderLengthOf(task) }, async (context) => {
      // It may have been given up between its turn and its beginning.
      signal.throwIfAborted();
      this.#startedAtMs = performance.now();
      context.signal.addEventListener("abort", () => abort.abort(), { once: true });
      const report = (progress: number) => void (attempt.progress = progress);
      const learn = (unit: UnitRef) => this.#learn(unit, signal);
      const rendering = render.make(task, { signal, label, niceness: () => this.#niceness(), report, learn });
      // Given up in the meantime, nobody waits for it.
      rendering.catch(() => undefined);
      made.resolve(rendering);
      await (holdsPlaceUntil === "readable" ? Promise.race([this.#readable.promise, made.promise]) : made.promise);
    });
    job.promise.catch((error: unknown) => made.reject(error));
    const cancel = () => {
      job.cancel();
      abort.abort();
    };
    const attempt: Attempt = { job, scheduler, made: made.promise, progress: 0, cancel };
    return attempt;
  }

  /** However often it has given way. */
  async #made(): Promise<UnitRef> {
    for (;;) {
      const attempt = this.#attempt;
      try {
        return await attempt.made;
      } catch (error) {
        if (attempt === this.#attempt) throw error;
      }
    }
  }

  #niceness(): number {
    const most = this.claims.mostUrgent();
    if (this.task.kind === "audio" && !(most && isSoundSoon(most, performance.now()))) return AHEAD_NICENESS;
    return this.task.niceness ?? (most ? nicenessOf(most, this.task.purpose, performance.now()) : AHEAD_NICENESS);
  }

  #order(): void {
    const most = this.claims.mostUrgent();
    if (most) this.#attempt.job.setUrgency(most.lane, dueOf(most));
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
