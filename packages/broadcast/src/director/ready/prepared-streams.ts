import { createHash } from "node:crypto";
import type { Logger, Plan, PlanItem, StreamId } from "@nightjar/contract";
import { oneAtATime } from "@nightjar/kit";
import { JobCancelledError } from "@nightjar/media";
import { type ReadyStep, readySteps } from "./first-items.ts";
import { IdleTimeEndedError, type IdleTime } from "./idle-time.ts";

export interface PreparedStreamsNeeds {
  readonly idle: Pick<IdleTime, "begins" | "spend">;
  /** Makes what a step needs, until it is given up. */
  readonly make: (step: ReadyStep, signal: AbortSignal) => Promise<void>;
  readonly isPlayable: (item: PlanItem) => boolean;
  readonly log: Logger;
}

/** More streams are not prepared. */
const STREAMS_MAX = 50;

interface Preparation {
  readonly content: string;
  readonly plan: Plan;
  /** By round; null: nothing to do there, or it is done, or could not be. */
  readonly steps: (ReadyStep | null)[];
  hasFailed: boolean;
}

interface NextStep {
  readonly preparation: Preparation;
  readonly round: number;
  readonly step: ReadyStep;
}

/** The streams that are off air, with what they would show and sound first: made before their Start, while nothing else is to do. */
export class PreparedStreams {
  readonly #needs: PreparedStreamsNeeds;
  readonly #contents = new WeakMap<Plan, string>();
  /** The newest edit first. */
  #streams: ReadonlyMap<StreamId, Preparation> = new Map();
  readonly #work = oneAtATime({
    next: () => (this.#isClosed || this.#next() === null ? null : () => this.#takeNext()),
    onIdle: () => undefined,
  });
  #isClosed = false;

  constructor(needs: PreparedStreamsNeeds) {
    this.#needs = needs;
  }

  /** All that are off air from now on, the newest edit first. What is prepared of one stays so until its content changes. */
  prepare(plans: readonly Plan[]): void {
    const before = this.#streams;
    this.#streams = new Map(
      plans.slice(0, STREAMS_MAX).map((plan) => {
        const known = before.get(plan.streamId);
        const content = this.#contentOf(plan);
        return [plan.streamId, known?.content === content ? known : this.#preparation(plan, content)];
      }),
    );
    this.#work.kick();
  }

  /** The disk has room again: where something could not be made it is tried once more; what is there is found. */
  roomAgain(): void {
    const again = (known: Preparation) => (known.hasFailed ? this.#preparation(known.plan, known.content) : known);
    this.#streams = new Map([...this.#streams].map(([streamId, known]) => [streamId, again(known)]));
    this.#work.kick();
  }

  close(): void {
    this.#isClosed = true;
  }

  #preparation(plan: Plan, content: string): Preparation {
    return { content, plan, steps: readySteps(plan, this.#needs.isPlayable), hasFailed: false };
  }

  async #takeNext(): Promise<void> {
    await this.#needs.idle.begins();
    // What was next may have gone on air, or been edited, meanwhile.
    const now = this.#next();
    if (now && !this.#isClosed) await this.#take(now);
  }

  async #take({ preparation, round, step }: NextStep): Promise<void> {
    const { idle, make, log } = this.#needs;
    try {
      await idle.spend((signal) => make(step, signal));
      preparation.steps[round] = null;
      if (preparation.steps.every((left) => left === null)) log.info({ streamId: step.plan.streamId }, "stream prepared");
    } catch (error) {
      if (this.#isClosed || error instanceof IdleTimeEndedError || error instanceof JobCancelledError) return;
      // Its Start tries again and tells; until then only another content, or room on the disk, is worth another try.
      preparation.steps[round] = null;
      preparation.hasFailed = true;
      log.warn({ err: error, streamId: step.plan.streamId, trackId: step.item.trackId }, "not prepared");
    }
  }

  /** The first round of all streams before the second of one. */
  #next(): NextStep | null {
    const preparations = [...this.#streams.values()];
    const rounds = Math.max(0, ...preparations.map(({ steps }) => steps.length));
    for (let round = 0; round < rounds; round += 1) {
      for (const preparation of preparations) {
        const step = preparation.steps[round];
        if (step) return { preparation, round, step };
      }
    }
    return null;
  }

  /** Stands for all of a plan that is seen or heard. */
  #contentOf(plan: Plan): string {
    const known = this.#contents.get(plan);
    if (known !== undefined) return known;
    const { startedAt: _, destinations: _sent, statsIntervalMs: _later, ...shown } = plan;
    const content = createHash("sha256").update(JSON.stringify(shown)).digest("hex");
    this.#contents.set(plan, content);
    return content;
  }
}
