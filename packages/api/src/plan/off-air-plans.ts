import type { EnginePort, Logger, Plan, StreamId } from "@nightjar/contract";
import { setImmediate as nextTurn } from "node:timers/promises";

/** Changes that come one after the other are told once, when they have rested. */
const REST_MS = 3000;
/** Somebody who never rests does not hold up everybody else's. */
const REST_MAX_MS = 20_000;
/** More streams are not prepared: those whose last change is the oldest are left. */
const PLANS_MAX = 50;

/** Tells the engine what the streams that are off air would show and sound first. */
export interface OffAirPlans {
  /** At boot: from now on they are told. */
  begin(): void;
  /** Something of these has changed, or they are on air or off now. */
  changed(ids: readonly StreamId[]): void;
  close(): void;
}

export interface OffAirPlansNeeds {
  readonly engine: Pick<EnginePort, "prepare">;
  readonly log: Logger;
  /** All streams, the one first whose last change is the newest as far as that is known. */
  readonly allStreams: () => readonly StreamId[];
  /** null: it is on air, or gone. */
  readonly planOf: (id: StreamId) => Plan | null;
}

export function createOffAirPlans(needs: OffAirPlansNeeds): OffAirPlans {
  return new RestingPlans(needs);
}

class RestingPlans implements OffAirPlans {
  readonly #needs: OffAirPlansNeeds;
  /** The newest change last. */
  readonly #changed = new Set<StreamId>();
  /** The newest change first. */
  #order: readonly StreamId[] | null = null;
  #plans: ReadonlyMap<StreamId, Plan> = new Map();
  #timer: NodeJS.Timeout | null = null;
  #firstChangeMs: number | null = null;
  #isTelling = false;
  #isClosed = false;

  constructor(needs: OffAirPlansNeeds) {
    this.#needs = needs;
  }

  begin(): void {
    this.#wind();
  }

  changed(ids: readonly StreamId[]): void {
    for (const id of ids) {
      this.#changed.delete(id);
      this.#changed.add(id);
    }
    if (ids.length > 0) this.#wind();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #wind(): void {
    if (this.#isClosed) return;
    if (this.#timer) clearTimeout(this.#timer);
    const nowMs = performance.now();
    this.#firstChangeMs ??= nowMs;
    const restMs = Math.max(0, Math.min(REST_MS, this.#firstChangeMs + REST_MAX_MS - nowMs));
    this.#timer = setTimeout(() => void this.#tell(), restMs).unref();
  }

  async #tell(): Promise<void> {
    if (this.#isTelling) return this.#wind();
    this.#isTelling = true;
    this.#firstChangeMs = null;
    const changed = new Set(this.#changed);
    this.#changed.clear();
    try {
      this.#plans = await this.#planned(changed);
      if (!this.#isClosed) this.#needs.engine.prepare([...this.#plans.values()]);
    } catch (error) {
      this.#needs.log.error({ err: error }, "the streams that are off air could not be planned");
    } finally {
      this.#isTelling = false;
    }
  }

  /** Plans anew what has changed, and what takes the place of what is on air now. */
  async #planned(changed: ReadonlySet<StreamId>): Promise<Map<StreamId, Plan>> {
    const before = this.#order ?? this.#needs.allStreams();
    const order = [...[...changed].toReversed(), ...before.filter((id) => !changed.has(id))];
    this.#order = order;
    const plans = new Map<StreamId, Plan>();
    for (const id of order) {
      if (plans.size === PLANS_MAX || this.#isClosed) break;
      const known = changed.has(id) ? undefined : this.#plans.get(id);
      const plan = known ?? (await this.#plan(id));
      if (plan) plans.set(id, plan);
    }
    return plans;
  }

  /** Each in a turn of its own: a list of some hundred tracks takes some milliseconds. */
  async #plan(id: StreamId): Promise<Plan | null> {
    await nextTurn();
    if (this.#isClosed) return null;
    try {
      return this.#needs.planOf(id);
    } catch (error) {
      this.#needs.log.warn({ err: error, streamId: id }, "a stream that is off air could not be planned");
      return null;
    }
  }
}
