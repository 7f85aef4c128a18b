import { type Job, type Scheduler, createScheduler } from "@nightjar/media";
import type { UnitRef } from "../timeline/unit.ts";
import type { UnitCache } from "./cache.ts";
import type { RenderTask } from "./render-task.ts";
import type { Urgency } from "./requests.ts";
import { type UnitHandle, finishedHandle } from "./unit-handle.ts";
import type { UnitRender } from "./unit-render.ts";

/** A render under way or queued. */
export interface RenderView {
  readonly label: string;
  readonly progress: number;
  /** On the scheduler's clock; null: no date. */
  readonly dueAtMs: number | null;
  /** Its clock is performance.now(); null while it waits. */
  readonly startedAtMs: number | null;
}

/** A render that may be given up. */
export type StartedRender = UnitHandle & { cancel(): void };

interface Running {
  readonly handle: UnitHandle;
  readonly waiting: Set<string>;
  readonly label: string;
  dueAtMs: number;
  startedAtMs: number | null;
  readonly isLong: boolean;
  cancel(): void;
}

export interface RenderPoolOptions {
  readonly cache: UnitCache;
  readonly scheduler: Scheduler;
  readonly render: UnitRender;
  /** Told of every growth and of every end. */
  readonly onUnit: (unit: UnitRef) => void;
}

/** The renders that run or wait: each unit is made once, however many ask for it. */
export class RenderPool {
  readonly #options: RenderPoolOptions;
  /** For what is made within a moment, and must not wait for a place behind the long ones. */
  readonly #small = createScheduler({ concurrency: 2, now: () => performance.now() });
  readonly #running = new Map<string, Running>();

  constructor(options: RenderPoolOptions) {
    this.#options = options;
  }

  /** Units being made: nothing of them may be evicted. */
  get keys(): Iterable<string> {
    return this.#running.keys();
  }

  /** What a stream waits for, soonest on air first. */
  rendersOf(streamId: string): RenderView[] {
    return [...this.#running.values()]
      .filter(({ waiting }) => waiting.has(streamId))
      .toSorted((a, b) => a.dueAtMs - b.dueAtMs)
      .map(({ handle, label, dueAtMs, startedAtMs }) => {
        return { label, progress: handle.progress(), dueAtMs: Number.isFinite(dueAtMs) ? dueAtMs : null, startedAtMs };
      });
  }

  /** A stream needs of the long renders it asked for only these any more; one that nobody needs is ended. */
  giveUp(streamId: string, needed: ReadonlySet<string>): void {
    for (const [key, { isLong, waiting, cancel }] of this.#running) {
      if (!isLong || needed.has(key) || !waiting.delete(streamId) || waiting.size > 0) continue;
      cancel();
    }
  }

  /** As far as it has been made; null: it is not being made, or nothing can be read yet. */
  current(key: string): UnitRef | null {
    return this.#running.get(key)?.handle.current() ?? null;
  }

  /** The unit of a task: from the cache, or from the render that makes it already, or from a new one. */
  async ensure(task: RenderTask, urgency: Urgency): Promise<UnitHandle> {
    const running = this.#join(task.key, urgency);
    if (running) return running;
    const cached = await this.find(task);
    return this.#join(task.key, urgency) ?? cached ?? this.start(task, urgency);
  }

  /** From the cache; null: it is not there. */
  async find({ key, kind, expectedHeader }: RenderTask): Promise<UnitHandle | null> {
    const cached = await this.#options.cache.get(key, { kind, header: expectedHeader });
    return cached && finishedHandle(cached);
  }

  #join(key: string, urgency: Urgency): UnitHandle | null {
    const running = this.#running.get(key);
    running?.handle.raise(urgency);
    return running?.handle ?? null;
  }

  start(task: RenderTask, urgency: Urgency): StartedRender {
    const { onUnit, render } = this.#options;
    const readable = Promise.withResolvers<UnitRef>();
    let current: UnitRef | null = null;
    const learn = (unit: UnitRef) => {
      current = unit;
      onUnit(unit);
      readable.resolve(unit);
    };
    const scheduler = task.isSmall ? this.#small : this.#options.scheduler;
    const job: Job<UnitRef> = scheduler.schedule(
      { lane: urgency.lane, dueAtMs: urgency.dueAtMs, key: task.key, label: urgency.label },
      ({ signal, report }) => {
        running.startedAtMs = performance.now();
        return render.make(task, { signal, label: urgency.label, report, learn });
      },
    );
    const done = job.promise.finally(() => this.#running.delete(task.key));
    done.catch((error: unknown) => {
      // A unit given up while it grew is complete as far as it goes: whoever plays it comes to its end.
      if (current) onUnit({ ...current, isComplete: true });
      readable.reject(error);
    });
    readable.promise.catch(() => undefined);
    const { dueAtMs = Number.POSITIVE_INFINITY, label, streamId } = urgency;
    const raise = (wish: Urgency) => {
      job.raise(wish.lane, wish.dueAtMs);
      running.dueAtMs = Math.min(running.dueAtMs, wish.dueAtMs ?? Number.POSITIVE_INFINITY);
      if (wish.streamId) running.waiting.add(wish.streamId);
    };
    const handle = { key: task.key, readable: readable.promise, done, current: () => current, progress: () => job.progress(), raise };
    const cancel = () => job.cancel();
    const waiting = new Set(streamId ? [streamId] : []);
    const running: Running = { handle, waiting, label, dueAtMs, startedAtMs: null, isLong: task.isLong ?? false, cancel };
    this.#running.set(task.key, running);
    return { ...handle, cancel };
  }
}
