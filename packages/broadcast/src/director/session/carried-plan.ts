import type { FrameStats, Plan, RenderEncoder } from "@nightjar/contract";
import { type HeaderChoice, isCarried, onThisConnection } from "../prepare/header-choice.ts";

/** A session's wanted plan, and that plan as the connections that stand can carry it. */
export class CarriedPlan {
  #wanted: Plan;
  #now: Plan;

  constructor(wanted: Plan) {
    this.#wanted = wanted;
    this.#now = wanted;
  }

  get wanted(): Plan {
    return this.#wanted;
  }

  /** What airs. */
  get now(): Plan {
    return this.#now;
  }

  /** False: what is wanted needs new connections. */
  get isWhole(): boolean {
    return isCarried(this.#wanted, this.#now);
  }

  /** @param shown the wanted plan with the figures of the audience that are shown now */
  update(wanted: Plan, shown: Plan): void {
    this.#wanted = wanted;
    this.#now = onThisConnection(shown, this.#now);
  }

  takeStats(stats: FrameStats): void {
    this.#now = { ...this.#now, stats };
  }

  /** New connections stand: with this profile, and with the encoder that was there for it. */
  settle({ profileId, quality }: Omit<HeaderChoice, "renderEncoder">, renderEncoder: RenderEncoder): void {
    const { stats } = this.#now;
    this.#now = { ...onThisConnection(this.#wanted, { profileId, quality, renderEncoder }), stats };
  }
}
