import type { Logger } from "@nightjar/contract";
import { Recent } from "@nightjar/kit";
import type { Scheduler } from "@nightjar/media";
import type { UnitRef } from "../timeline/unit.ts";
import type { Preset } from "./encoder-args.ts";

/** SSIM gained at the same bitrate is told in decision 0015; slower presets gain little more and take several times as long. */
export const SECOND_PRESET: Preset = "medium";
/** Leaves the processor to everything else. */
export const SECOND_NICENESS = 19;
/** Nothing else has been rendered or asked for since this long: the machine is idle. */
const QUIET_MS = 5000;
const POLL_MS = 500;
/** More than these are not remembered: the oldest were on air long ago. */
const CANDIDATES_MAX = 64;
/** A unit that could not be made better is left alone for the rest of this process. */
const ATTEMPTS_MAX = 2;

/** A picture that was rendered fast, and how to render it well. */
export interface Candidate {
  /** Of the fast unit. */
  readonly key: string;
  readonly label: string;
  /** Renders it again as the unit `key`; `cancel` gives it up. */
  start(): { readonly key: string; readonly done: Promise<UnitRef>; cancel(): void };
}

export interface SecondPassOptions {
  readonly scheduler: Scheduler;
  readonly log: Logger;
  /** Keys of all units that are being made, or queued: what is prepared for a stream to come goes before, too. */
  readonly making: () => Iterable<string>;
  /** Keys of the units on air and to come: only these are worth it. */
  readonly inUse: () => ReadonlySet<string>;
  /** The better unit is there: whatever shows the other may change over. */
  readonly onBetter: (key: string, unit: UnitRef) => void;
  readonly quietMs?: number | undefined;
  readonly pollMs?: number | undefined;
}

/**
 * What is on air was rendered fast, to be there in time. When the machine has nothing else to do, it is rendered again with
 * a slower analysis: same headers, same bitrate, better picture. Given up at once when anything is needed.
 */
export class SecondPass {
  readonly #options: SecondPassOptions;
  readonly #candidates = new Recent<string, Candidate>({ most: CANDIDATES_MAX });
  readonly #attempts = new Map<string, number>();
  readonly #poll: NodeJS.Timeout;
  /** The fast unit's key, and that of what is made of it. */
  #running: { readonly key: string; readonly betterKey: string; cancel(): void } | null = null;
  /** Something else was needed then, or nothing was worth it. */
  #restsSinceMs = performance.now();

  constructor(options: SecondPassOptions) {
    this.#options = options;
    this.#poll = setInterval(() => this.#look(), options.pollMs ?? POLL_MS).unref();
  }

  /** Remembers it, newest last; offering it again makes it the newest. */
  offer(candidate: Candidate): void {
    if ((this.#attempts.get(candidate.key) ?? 0) >= ATTEMPTS_MAX) return;
    this.#candidates.set(candidate.key, candidate);
  }

  close(): void {
    clearInterval(this.#poll);
    this.#running?.cancel();
    this.#candidates.clear();
  }

  #look(): void {
    const nowMs = performance.now();
    if (this.#isNeeded()) {
      this.#restsSinceMs = nowMs;
      this.#running?.cancel();
      return;
    }
    if (this.#running && !this.#options.inUse().has(this.#running.key)) this.#running.cancel();
    if (this.#running || this.#candidates.count === 0 || nowMs - this.#restsSinceMs < (this.#options.quietMs ?? QUIET_MS)) return;
    const inUse = this.#options.inUse();
    const candidate = this.#candidates.entries().findLast(([key]) => inUse.has(key))?.[1];
    if (candidate) void this.#render(candidate);
    // To gather what hundreds of streams use is no small thing: it has time.
    else this.#restsSinceMs = nowMs;
  }

  /** Something else wants the machine. */
  #isNeeded(): boolean {
    const { queued, running } = this.#options.scheduler.snapshot();
    if ([...queued, ...running].some(({ lane }) => lane !== "idle")) return true;
    for (const key of this.#options.making()) if (key !== this.#running?.betterKey) return true;
    return false;
  }

  async #render(candidate: Candidate): Promise<void> {
    const { key, label } = candidate;
    const { log, onBetter } = this.#options;
    const started = candidate.start();
    let isCancelled = false;
    this.#running = {
      key,
      betterKey: started.key,
      cancel: () => {
        isCancelled = true;
        started.cancel();
      },
    };
    try {
      const unit = await started.done;
      this.#candidates.delete(key);
      log.info({ key, better: unit.key, label }, "rendered again with a better picture");
      onBetter(key, unit);
    } catch (error) {
      if (!isCancelled) this.#failed(candidate, error);
    } finally {
      this.#running = null;
    }
  }

  #failed({ key, label }: Candidate, error: unknown): void {
    const attempts = (this.#attempts.get(key) ?? 0) + 1;
    this.#attempts.set(key, attempts);
    if (attempts >= ATTEMPTS_MAX) this.#candidates.delete(key);
    this.#options.log.warn({ err: error, label }, "not rendered again");
  }
}
