import { type Logger, SILENT } from "@nightjar/contract";
import { compareUrgency, type Lane, pickNext, type QueueEntry, type RenderLength, type Urgency } from "./job-queue.ts";

export { type Lane, pickNext, type QueueEntry, type RenderLength } from "./job-queue.ts";

/** The job was cancelled by its owner or by the closing of the scheduler. */
export class JobCancelledError extends Error {
  override readonly name = "JobCancelledError";
}

export interface JobContext {
  /** Aborted when nobody wants the result any more. */
  readonly signal: AbortSignal;
  /** 0 to 1. */
  readonly report: (progress: number) => void;
  /** The lane now: it may have changed while the job waited. */
  readonly lane: () => Lane;
}

export type JobWork<T> = (context: JobContext) => Promise<T>;

export interface JobRequest {
  readonly lane: Lane;
  /** When the result is needed, on the scheduler's clock. */
  readonly dueAtMs?: number | undefined;
  /** The same key while queued or running shares one job: only the first request's work is done. */
  readonly key?: string | undefined;
  /** It renders a picture. */
  readonly render?: RenderLength | undefined;
  /** For people: shown in snapshots and logs. */
  readonly label: string;
}

/**
 * One requester's hold on a job. A job shared by key is as urgent as its most urgent holder has it, and stopped only when all of
 * them have cancelled.
 */
export interface Job<T> {
  /** Rejects with the work's error or JobCancelledError. Never an unhandled rejection: failures are also logged. */
  readonly promise: Promise<T>;
  cancel(): void;
  /** In place of what this holder wanted before: more urgent, or less. */
  setUrgency(lane: Lane, dueAtMs?: number): void;
  /** 0 to 1. */
  progress(): number;
}

export interface JobView {
  readonly label: string;
  readonly lane: Lane;
  readonly key: string | null;
  readonly dueAtMs: number | null;
  readonly progress: number;
  /** Since it was queued, or since it runs. */
  readonly ageMs: number;
}

export interface SchedulerSnapshot {
  readonly queued: readonly JobView[];
  readonly running: readonly JobView[];
}

export interface Scheduler {
  /** How many jobs run at once. */
  readonly concurrency: number;
  schedule<T>(request: JobRequest, work: JobWork<T>): Job<T>;
  snapshot(): SchedulerSnapshot;
  /** Cancels everything and waits for what runs to end. Later requests are rejected. */
  close(): Promise<void>;
}

export interface SchedulerOptions {
  readonly concurrency: number;
  /** Milliseconds; a parameter so that tests own the clock. */
  readonly now: () => number;
  readonly log?: Logger | undefined;
}

interface Entry extends QueueEntry {
  lane: Lane;
  dueAtMs: number;
  readonly label: string;
  readonly work: JobWork<unknown>;
  readonly outcome: PromiseWithResolvers<unknown>;
  readonly abort: AbortController;
  /** What each holder wants. */
  readonly holds: Set<Urgency>;
  progress: number;
  sinceMs: number;
}

export function createScheduler(options: SchedulerOptions): Scheduler {
  return new JobScheduler(options);
}

class JobScheduler implements Scheduler {
  readonly concurrency: number;
  readonly #options: SchedulerOptions;
  readonly #log: Logger;
  readonly #queued = new Set<Entry>();
  readonly #running = new Map<Entry, Promise<void>>();
  readonly #byKey = new Map<string, Entry>();
  #sequence = 0;
  #pumpDue = false;
  #closed = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.concurrency = options.concurrency;
    this.#log = options.log ?? SILENT;
  }

  schedule<T>(request: JobRequest, work: JobWork<T>): Job<T> {
    const urgency = { lane: request.lane, dueAtMs: request.dueAtMs ?? Infinity };
    const shared = request.key === undefined ? undefined : this.#byKey.get(request.key);
    return this.#hold<T>(shared ?? this.#enqueue(request, urgency, work), urgency);
  }

  snapshot(): SchedulerSnapshot {
    return { queued: this.#views(this.#queued), running: this.#views(this.#running.keys()) };
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const entry of [...this.#queued, ...this.#running.keys()]) this.#drop(entry);
    await Promise.all(this.#running.values());
  }

  #enqueue(request: JobRequest, urgency: Urgency, work: JobWork<unknown>): Entry {
    const entry: Entry = {
      ...urgency,
      sequence: this.#sequence++,
      key: request.key,
      render: request.render,
      label: request.label,
      work,
      outcome: Promise.withResolvers(),
      abort: new AbortController(),
      holds: new Set(),
      progress: 0,
      sinceMs: this.#options.now(),
    };
    entry.outcome.promise.catch(() => undefined);
    if (this.#closed) {
      this.#drop(entry);
      return entry;
    }
    this.#queued.add(entry);
    if (entry.key !== undefined) this.#byKey.set(entry.key, entry);
    this.#pumpSoon();
    return entry;
  }

  #hold<T>(entry: Entry, wanted: Urgency): Job<T> {
    let held = wanted;
    this.#order(entry, () => entry.holds.add(held));
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    promise.catch(() => undefined);
    // One key always names one kind of work, so its holders agree on T.
    entry.outcome.promise.then((value) => resolve(value as T), reject);
    const cancel = () => {
      if (!entry.holds.has(held)) return;
      reject(new JobCancelledError(`${entry.label} was cancelled`));
      this.#order(entry, () => entry.holds.delete(held));
      if (entry.holds.size === 0) this.#drop(entry);
    };
    const setUrgency = (lane: Lane, dueAtMs = Infinity) => {
      if (!entry.holds.has(held)) return;
      this.#order(entry, () => {
        entry.holds.delete(held);
        held = { lane, dueAtMs };
        entry.holds.add(held);
      });
    };
    return { promise, cancel, setUrgency, progress: () => entry.progress };
  }

  /** The job is as urgent as the most urgent of what is held after the change. */
  #order(entry: Entry, change: () => void): void {
    change();
    const [most] = [...entry.holds].toSorted(compareUrgency);
    if (!most || compareUrgency(most, entry) === 0) return;
    entry.lane = most.lane;
    entry.dueAtMs = most.dueAtMs;
    this.#pumpSoon();
  }

  /** Takes a job out: from the queue at once, from the machine when its work has obeyed the signal. */
  #drop(entry: Entry): void {
    this.#queued.delete(entry);
    this.#forget(entry);
    entry.outcome.reject(new JobCancelledError(`${entry.label} was cancelled`));
    entry.abort.abort();
  }

  #forget(entry: Entry): void {
    if (entry.key !== undefined && this.#byKey.get(entry.key) === entry) this.#byKey.delete(entry.key);
  }

  /** After the current tick, so that what is asked for together is ordered before anything starts. */
  #pumpSoon(): void {
    if (this.#pumpDue) return;
    this.#pumpDue = true;
    queueMicrotask(() => {
      this.#pumpDue = false;
      this.#pump();
    });
  }

  #pump(): void {
    if (this.#closed) return;
    for (;;) {
      const entry = pickNext(this.#queued, [...this.#running.keys()], this.concurrency);
      if (entry === null) return;
      this.#queued.delete(entry);
      entry.sinceMs = this.#options.now();
      this.#running.set(entry, this.#run(entry));
    }
  }

  async #run(entry: Entry): Promise<void> {
    const context: JobContext = {
      signal: entry.abort.signal,
      report: (progress) => {
        if (Number.isFinite(progress)) entry.progress = Math.min(1, Math.max(0, progress));
      },
      lane: () => entry.lane,
    };
    // Work that throws before its first await must not end the pump.
    await Promise.resolve();
    try {
      const value = await entry.work(context);
      entry.progress = 1;
      entry.outcome.resolve(value);
    } catch (error) {
      if (!entry.abort.signal.aborted) this.#log.warn({ err: error, job: entry.label }, "a job failed");
      entry.outcome.reject(error);
    }
    this.#running.delete(entry);
    this.#forget(entry);
    this.#pumpSoon();
  }

  #views(entries: Iterable<Entry>): JobView[] {
    const nowMs = this.#options.now();
    return [...entries].map((entry) => ({
      label: entry.label,
      lane: entry.lane,
      key: entry.key ?? null,
      dueAtMs: Number.isFinite(entry.dueAtMs) ? entry.dueAtMs : null,
      progress: entry.progress,
      ageMs: nowMs - entry.sinceMs,
    }));
  }
}
