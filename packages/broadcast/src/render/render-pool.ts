import type { EncoderProfile } from "@nightjar/contract";
import type { Scheduler } from "@nightjar/media";
import type { UnitRef } from "../timeline/unit.ts";
import type { UnitCache } from "./cache.ts";
import { type Claim, dueOf } from "./claims.ts";
import type { SimulatedEnd } from "./queue-simulation.ts";
import { estimateReady } from "./ready-estimate.ts";
import { type RenderTask, renderLengthOf } from "./render-task.ts";
import type { Urgency } from "./requests.ts";
import { type UnitHandle, finishedHandle } from "./unit-handle.ts";
import { type RenderPlace, SoundPlaces } from "./sound-places.ts";
import { UnitInMaking } from "./unit-in-making.ts";
import type { UnitRender } from "./unit-render.ts";

/** A render under way or queued. */
export interface RenderView {
  readonly key: string;
  readonly label: string;
  readonly progress: number;
  /** On the scheduler's clock; null: no date. */
  readonly dueAtMs: number | null;
  /** Its clock is performance.now(); null while it waits. */
  readonly startedAtMs: number | null;
}

/** A render that may be given up. */
export type StartedRender = UnitHandle & { cancel(): void };

/** Who needs what no stream asked for. */
const STUDIO = "studio";
export interface RenderPoolOptions {
  readonly cache: Pick<UnitCache, "get">;
  readonly scheduler: Scheduler;
  readonly render: Pick<UnitRender, "make">;
  /** Told of every growth and of every end. */
  readonly onUnit: (unit: UnitRef) => void;
}

/** The renders that run or wait: each unit is made once, however many claim it. */
export class RenderPool {
  readonly #options: RenderPoolOptions;
  readonly #sounds = new SoundPlaces();
  readonly #making = new Map<string, UnitInMaking>();
  #isReleased = false;

  constructor(options: RenderPoolOptions) {
    this.#options = options;
  }

  /** Units being made: nothing of them may be evicted. */
  get keys(): Iterable<string> {
    return this.#making.keys();
  }

  /** From now on nothing is given up: the next process may have to play it. */
  release(): void {
    this.#isReleased = true;
  }

  close(): void {
    for (const unit of this.#making.values()) unit.cancel();
  }

  /** What a stream waits for, soonest on air first. */
  rendersOf(streamId: string): RenderView[] {
    return [...this.#making.values()]
      .flatMap((unit) => {
        const claim = unit.claims.ofStream(streamId);
        return claim ? [{ unit, dueAtMs: dueOf(claim) }] : [];
      })
      .toSorted((a, b) => a.dueAtMs - b.dueAtMs)
      .map(({ unit, dueAtMs }) => viewOf(unit, dueAtMs));
  }

  /** The claimant needs nothing any more but these. */
  releaseAll(claimant: string, except: ReadonlySet<string> = new Set()): void {
    for (const unit of this.#making.values()) if (!except.has(unit.key)) unit.release(claimant);
  }

  /** The claimant needs nothing any more, nor the ends of what has begun: what nobody else claims is ended. */
  abandon(claimant: string): void {
    if (this.#isReleased) return;
    for (const unit of [...this.#making.values()]) {
      if (!unit.claims.has(claimant)) continue;
      unit.release(claimant);
      if (unit.claims.isEmpty) unit.cancel();
    }
  }

  /** Somebody claims a unit for more than idle time. */
  get isNeeded(): boolean {
    return [...this.#making.values()].some(({ claims }) => (claims.mostUrgent()?.lane ?? "idle") !== "idle");
  }

  /** When the pictures that are being made will be readable and complete, by key. */
  estimates(speedOf: (profile: EncoderProfile) => number): Map<string, SimulatedEnd> {
    const { concurrency } = this.#options.scheduler;
    return estimateReady(this.#making.values(), { nowMs: performance.now(), places: concurrency, speedOf });
  }

  /** As far as it has been made; null: it is not being made, or nothing can be read yet. */
  current(key: string): UnitRef | null {
    return this.#making.get(key)?.current() ?? null;
  }

  /** The unit of a task: from the cache, or from the render that makes it already, or from a new one. */
  async ensure(task: RenderTask, urgency: Urgency): Promise<UnitHandle> {
    const making = this.#join(task.key, urgency);
    if (making) return making;
    const cached = await this.find(task);
    return this.#join(task.key, urgency) ?? cached ?? this.start(task, urgency);
  }

  /** From the cache; null: it is not there. */
  async find({ key, kind, expectedHeader }: RenderTask): Promise<UnitHandle | null> {
    const cached = await this.#options.cache.get(key, { kind, header: expectedHeader });
    return cached && finishedHandle(cached);
  }

  start(task: RenderTask, urgency: Urgency): StartedRender {
    const { onUnit, render } = this.#options;
    const sounds = task.kind === "audio" && !task.isSmall ? this.#sounds : null;
    const unit: UnitInMaking = new UnitInMaking(
      task,
      { ...claimOf(urgency), claimant: claimantOf(urgency), label: urgency.label },
      {
        placeFor: (claim) => sounds?.placeFor(claim) ?? this.#otherPlace(task),
        render,
        onUnit,
        onOrder: () => {
          sounds?.follow(unit);
          this.#makeRoom();
        },
        onUnclaimed: () => this.#unclaimed(unit),
        onEnd: () => {
          sounds?.forget(unit);
          // One that was given up may have been asked for again meanwhile.
          if (this.#making.get(task.key) === unit) this.#making.delete(task.key);
        },
      },
    );
    this.#making.set(task.key, unit);
    sounds?.follow(unit);
    this.#makeRoom();
    return unit;
  }

  /** What is only prepared and takes minutes gives its place to what is needed and takes minutes: these two share places. */
  #makeRoom(): void {
    if (this.#isReleased) return;
    const long = [...this.#making.values()].filter(({ task }) => renderLengthOf(task) === "long");
    const isIdle = ({ claims }: UnitInMaking) => claims.mostUrgent()?.lane === "idle";
    if (long.some((unit) => unit.startedAtMs === null && !isIdle(unit)))
      for (const unit of long) if (unit.startedAtMs !== null && isIdle(unit)) unit.giveWay();
  }

  /** What has begun is worth its end, because it will be needed in the next round; but not what takes minutes. */
  #unclaimed(unit: UnitInMaking): void {
    if (this.#isReleased || (unit.startedAtMs !== null && !unit.task.isLong)) return;
    unit.cancel();
  }

  #join(key: string, urgency: Urgency): UnitHandle | null {
    const making = this.#making.get(key);
    making?.ask(claimantOf(urgency), claimOf(urgency));
    return making ?? null;
  }

  #otherPlace({ kind }: RenderTask): RenderPlace {
    return kind === "video" ? { scheduler: this.#options.scheduler, holdsPlaceUntil: "made" } : this.#sounds.small;
  }
}

function claimantOf({ claimant, streamId }: Urgency): string {
  return claimant ?? streamId ?? STUDIO;
}

function claimOf({ lane, dueAtMs, streamId }: Urgency): Claim {
  return { lane, dueAtMs, streamId };
}

function viewOf(unit: UnitInMaking, dueAtMs: number): RenderView {
  const { key, label, startedAtMs } = unit;
  return { key, label, progress: unit.progress(), dueAtMs: Number.isFinite(dueAtMs) ? dueAtMs : null, startedAtMs };
}
