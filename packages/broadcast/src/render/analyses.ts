import type { Logger } from "@nightjar/contract";
import { Recent } from "@nightjar/kit";
import type { Scheduler } from "@nightjar/media";
import type { UnitRef } from "../timeline/unit.ts";
import { type AnalyseOptions, analysePicture, analyseSound } from "./analyse.ts";
import type { UnitCache } from "./cache.ts";
import type { UnitAnalysis } from "./unit-analysis.ts";

export interface AnalysesOptions {
  readonly cache: UnitCache;
  readonly ffmpegPath: string;
  readonly scheduler: Scheduler;
  readonly log: Logger;
}

/** Far more than are on air at once. */
const KEPT_MAX = 5000;
/** A unit that is not finished, or could not be looked at, is asked for again after this. */
const AGAIN_MS = 30_000;

/** What is to be seen and heard in finished units: looked at once, when the machine has nothing else to do, and kept with them. */
export class Analyses {
  readonly #options: AnalysesOptions;
  readonly #known = new Recent<string, UnitAnalysis>({ most: KEPT_MAX });
  readonly #askedAtMs = new Recent<string, number>({ most: KEPT_MAX });

  constructor(options: AnalysesOptions) {
    this.#options = options;
  }

  /** null: not known yet; it will be. Costs a look into a map. */
  of(unit: UnitRef, framesPerSecond: number): UnitAnalysis | null {
    const known = this.#known.get(unit.key);
    if (known) return known;
    const nowMs = performance.now();
    const askedAtMs = this.#askedAtMs.get(unit.key);
    if (askedAtMs === undefined || nowMs - askedAtMs >= AGAIN_MS) {
      this.#askedAtMs.set(unit.key, nowMs);
      this.#learn(unit.key, framesPerSecond).catch((error: unknown) => this.#options.log.debug({ err: error }, "unit not analysed"));
    }
    return null;
  }

  async #learn(key: string, framesPerSecond: number): Promise<void> {
    const { cache, scheduler } = this.#options;
    const kept = await cache.analysis(key);
    if (kept) return this.#keep(key, kept);
    const facts = await cache.facts(key);
    if (!facts) return;
    const job = scheduler.schedule({ lane: "idle", key: `analysis-${key}`, label: "Look at what is sent" }, ({ signal }) =>
      this.#analyse(facts, framesPerSecond, { ffmpegPath: this.#options.ffmpegPath, signal }),
    );
    const analysis = await job.promise;
    this.#keep(key, analysis);
    await cache.keepAnalysis(key, analysis);
  }

  #analyse({ unit, count }: { unit: UnitRef; count: number }, framesPerSecond: number, options: AnalyseOptions): Promise<UnitAnalysis> {
    if (unit.kind === "audio") return analyseSound(unit, count, options);
    return analysePicture(unit, (count * 1000) / framesPerSecond, options);
  }

  #keep(key: string, analysis: UnitAnalysis): void {
    this.#known.set(key, analysis);
    this.#askedAtMs.delete(key);
  }
}
