import { setImmediate as nextTurn } from "node:timers/promises";
import type { EncoderProfile, Logger, OnAir, Plan, PlanItem, StreamId } from "@nightjar/contract";
import { profileOf } from "@nightjar/contract";
import { type Demand, type RenderForecast, forecastText } from "../../render/forecast.ts";
import { comingItems } from "./coming-items.ts";
import type { WantedPictures } from "./wanted-pictures.ts";

/** A stream that is on air, or on its way there. */
export interface DemandingStream {
  readonly plan: Plan;
  readonly onAir: Pick<OnAir, "track" | "nextTrack">;
}

export interface RenderDemandNeeds {
  readonly streams: () => readonly DemandingStream[];
  readonly pictures: Pick<WantedPictures, "of">;
  readonly isThere: (key: string) => boolean;
  readonly isPlayable: (item: PlanItem) => boolean;
  /** Played time that the whole machine renders in the same time. */
  readonly speedOf: (profile: EncoderProfile) => number;
  readonly forecast: (demands: readonly Demand[], nowMs: number) => RenderForecast;
  readonly log: Logger;
  /** Wall clock. */
  readonly nowMs?: (() => number) | undefined;
  readonly everyMs?: number | undefined;
  readonly againMs?: number | undefined;
  readonly restMs?: number | undefined;
}

const HORIZON_MS = 60 * 60_000;
const EVERY_MS = 60_000;
/** What is told of is to be true still: a render that ends, or a machine that is free again, may be all that it needed. */
const AGAIN_MS = 5000;
/** A change of a plan is looked at when it has rested, together with those that come with it. */
const REST_MS = 3000;
/** After so many items others get their turn: a hundred streams ask for thousands. */
const ITEMS_A_TURN = 50;

/** What the streams on air ask of the machine within the next hour, and whether it can do that: looked at once a minute, oftener while it cannot. */
export class RenderDemand {
  readonly #needs: RenderDemandNeeds;
  #timer: NodeJS.Timeout | null = null;
  #resting: NodeJS.Timeout | null = null;
  #isLooking = false;
  #text: string | null = null;
  #asking: ReadonlySet<StreamId> = new Set();

  constructor(needs: RenderDemandNeeds) {
    this.#needs = needs;
  }

  /** It is known what is there: from now on it looks by itself. */
  begin(): void {
    this.#timer ??= setInterval(() => void this.look(), this.#needs.everyMs ?? EVERY_MS).unref();
    this.changed();
  }

  /** Why not all will be rendered in time, of a stream that asks for some of it; null: it will, as far as can be said now. */
  textOf(streamId: StreamId): string | null {
    return this.#asking.has(streamId) ? this.#text : null;
  }

  /** A plan has changed. */
  changed(): void {
    this.#lookIn(this.#needs.restMs ?? REST_MS);
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    if (this.#resting) clearTimeout(this.#resting);
  }

  /** Single flight. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const { demands, asking } = await this.#demands();
      this.#text = forecastText(this.#needs.forecast(demands, this.#nowMs()));
      this.#asking = asking;
      if (this.#text !== null) this.#lookIn(this.#needs.againMs ?? AGAIN_MS);
    } catch (error) {
      this.#needs.log.warn({ err: error }, "what is to be rendered within the next hour could not be counted");
    } finally {
      this.#isLooking = false;
    }
  }

  #lookIn(ms: number): void {
    if (this.#resting || !this.#timer) return;
    this.#resting = setTimeout(() => {
      this.#resting = null;
      void this.look();
    }, ms).unref();
  }

  async #demands(): Promise<{ demands: Demand[]; asking: Set<StreamId> }> {
    const { isPlayable, streams } = this.#needs;
    const window = { nowMs: this.#nowMs(), horizonMs: HORIZON_MS };
    const demands: Demand[] = [];
    const asking = new Set<StreamId>();
    let looked = 0;
    for (const { plan, onAir } of streams()) {
      for (const { item, dueAtMs } of comingItems(plan, onAir, window, isPlayable)) {
        const lacking = await this.#lacking(plan, item, dueAtMs);
        if (lacking.length > 0) asking.add(plan.streamId);
        demands.push(...lacking);
        looked += 1;
        if (looked % ITEMS_A_TURN === 0) await nextTurn();
      }
    }
    return { demands, asking };
  }

  /** Its pictures that are not there. */
  async #lacking(plan: Plan, item: PlanItem, dueAtMs: number): Promise<Demand[]> {
    const { isThere, pictures, speedOf } = this.#needs;
    const speed = speedOf(profileOf(plan));
    const label = `${item.artist} – ${item.title}`;
    return (await pictures.of(plan, item)).flatMap(({ keys, playedMs, isMoving }) => {
      const [key] = keys;
      if (key === undefined || keys.some(isThere)) return [];
      return [{ key, label, stream: plan.streamId, dueAtMs, playedMs, costMs: playedMs / speed, isMoving }];
    });
  }

  #nowMs(): number {
    return (this.#needs.nowMs ?? Date.now)();
  }
}
