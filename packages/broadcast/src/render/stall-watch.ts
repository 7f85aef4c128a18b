import { type RunOptions, run } from "@nightjar/media";

/** The encoder is alive and does nothing: what it waits for does not come. */
export class RenderStalledError extends Error {
  override readonly name = "RenderStalledError";
}

export interface StallLimits {
  readonly lookMs: number;
  /** So many looks in a row saw nothing: they are counted, not the time, because we may be stopped with what we watch. */
  readonly looksMost: number;
}

const LIMITS: StallLimits = { lookMs: 15_000, looksMost: 20 };
/** Of the processor in all of those looks: less is but a waking now and then; behind many others it gets more than this. */
const WORK_MS = 100;

/** Watches a render that may hold its place for hours, as long as it makes something or takes processor time. */
class StallWatch {
  readonly #abort = new AbortController();
  readonly #limits: StallLimits;
  #timer: NodeJS.Timeout | null = null;
  #takenMs: number | null = null;
  #looks = 0;
  #hasMade = false;
  #taking = 0;

  constructor(limits: StallLimits) {
    this.#limits = limits;
  }

  /** Aborted when it does nothing any more, with the RenderStalledError that says so. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** @param processorMs taken so far; null: that cannot be told, and then nothing is said of it */
  begin(processorMs: () => number | null): void {
    this.#takenMs = processorMs();
    this.#timer = setInterval(() => this.#look(processorMs()), this.#limits.lookMs).unref();
  }

  /** It has made something; what takes that may take its time, which is not the render's. */
  async taking(take: () => Promise<void> | void): Promise<void> {
    this.#taking += 1;
    try {
      await take();
    } finally {
      this.#taking -= 1;
      this.#hasMade = true;
    }
  }

  end(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  #look(processorMs: number | null): void {
    const { lookMs, looksMost } = this.#limits;
    const hasWorked = processorMs === null || this.#takenMs === null || processorMs - this.#takenMs >= WORK_MS;
    if (hasWorked || this.#hasMade || this.#taking > 0) {
      this.#hasMade = false;
      this.#looks = 0;
      this.#takenMs = processorMs;
      return;
    }
    this.#looks += 1;
    if (this.#looks < looksMost) return;
    this.end();
    const seconds = Math.round((lookMs * looksMost) / 1000);
    this.#abort.abort(new RenderStalledError(`The encoder made nothing for ${seconds} s and did not work either.`));
  }
}

/** Runs an encoder to its end. @throws RenderStalledError where it does nothing any more, else as `run` does */
export async function runUnlessStalled(command: string, args: readonly string[], options: RunOptions, limits = LIMITS): Promise<void> {
  const watch = new StallWatch(limits);
  const { signal, onStdout, onStart } = options;
  try {
    await run(command, args, {
      ...options,
      signal: signal ? AbortSignal.any([signal, watch.signal]) : watch.signal,
      onStdout: (chunk) => watch.taking(() => onStdout?.(chunk)),
      onStart: (renice, processorMs) => {
        watch.begin(processorMs);
        onStart?.(renice, processorMs);
      },
    });
  } catch (error) {
    // As one that was aborted it would be taken for one that nobody needed any more.
    throw watch.signal.aborted && !signal?.aborted ? watch.signal.reason : error;
  } finally {
    watch.end();
  }
}
