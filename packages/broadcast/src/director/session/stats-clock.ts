import { isDeepStrictEqual } from "node:util";
import { type FrameStats, type Plan, sceneMoves, showsStats } from "@nightjar/contract";

export interface StatsPort {
  /** The picture on air is to show these now, and all that follow it. */
  onShow(stats: FrameStats): void;
  /** Only what is prepared from now on shows these. */
  onNext(stats: FrameStats): void;
  /** Calls back once, after so long; the answer takes it back. */
  readonly setTimer?: (run: () => void, ms: number) => () => void;
}

/**
 * Which figures of the audience are on air. They come with plans at any moment, and are taken at track starts and once an
 * interval: each new figure is a picture to render. A scene that moves takes them for the tracks to come only, because a
 * new figure would cost the rest of the track once more.
 */
export class StatsClock {
  readonly #port: StatsPort;
  #plan: Plan;
  #held: FrameStats;
  #stopTimer: () => void = () => undefined;

  constructor(plan: Plan, port: StatsPort) {
    this.#port = port;
    this.#plan = plan;
    this.#held = plan.stats;
  }

  /** The plan with the figures that are on air; null: nothing but figures is new in it, and those wait for their moment. */
  update(plan: Plan): Plan | null {
    const before = this.#plan;
    this.#plan = plan;
    if (!isDeepStrictEqual(before.stats, plan.stats) && isDeepStrictEqual({ ...before, stats: null }, { ...plan, stats: null }))
      return null;
    // What is rendered anyway may as well show what is known now.
    if (!sceneMoves(plan.scene)) this.#held = plan.stats;
    this.#wait();
    return { ...plan, stats: this.#held };
  }

  trackStarted(): void {
    this.#take();
    this.#wait();
  }

  close(): void {
    this.#stopTimer();
  }

  #wait(): void {
    this.#stopTimer();
    if (!showsStats(this.#plan.scene)) return;
    const { setTimer = setRealTimer } = this.#port;
    this.#stopTimer = setTimer(() => {
      this.#take();
      this.#wait();
    }, this.#plan.statsIntervalMs);
  }

  #take(): void {
    const { scene, stats } = this.#plan;
    if (!showsStats(scene) || isDeepStrictEqual(this.#held, stats)) return;
    this.#held = stats;
    if (sceneMoves(scene)) this.#port.onNext(stats);
    else this.#port.onShow(stats);
  }
}

function setRealTimer(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
