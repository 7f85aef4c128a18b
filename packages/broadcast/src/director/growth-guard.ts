import { basename, dirname } from "node:path";
import { monotonicMs } from "../playout/monotonic.ts";
import { LEAD_MS } from "../playout/pace.ts";
import { type GrowthWatch, staysAhead } from "../render/keeps-ahead.ts";
import type { UnitRef } from "../timeline/unit.ts";

/** Of the cache: where renders write. */
const UNFINISHED_DIR = "unfinished";
const LOOK_EVERY_MS = 500;
/** With less than this left to be played of what is rendered, it is time to make something simpler. */
const RETREAT_LEAD_MS = 15_000;

/** A unit whose render died with an earlier process: it is complete as far as it goes. */
export function isCutShort({ isComplete, path }: UnitRef): boolean {
  return isComplete && basename(dirname(path)) === UNFINISHED_DIR;
}

/** Watches the picture on air while it is still being rendered, and says when it is about to be caught up with. */
export class GrowthGuard {
  readonly #onOvertaken: () => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(onOvertaken: () => void) {
    this.#onOvertaken = onOvertaken;
  }

  /** @param growth of the picture that begins at `onAirAtMs`, monotonic; null: it is complete, or begins anew when it ends */
  watch(growth: GrowthWatch | null, onAirAtMs: number): void {
    this.close();
    if (!growth) return;
    this.#timer = setInterval(() => this.#look(growth, onAirAtMs), LOOK_EVERY_MS);
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #look(watch: GrowthWatch, onAirAtMs: number): void {
    const growth = watch.growth();
    const { renderedMs, totalMs } = growth;
    if (renderedMs >= totalMs) return this.close();
    const writtenMs = Math.max(0, monotonicMs() - onAirAtMs + LEAD_MS);
    if (renderedMs - writtenMs >= RETREAT_LEAD_MS || staysAhead(growth, writtenMs)) return;
    this.close();
    this.#onOvertaken();
  }
}
