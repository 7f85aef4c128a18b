import { monotonicMs } from "../../playout/monotonic.ts";
import { LEAD_MS } from "../../playout/pace.ts";
import { type GrowthWatch, staysAhead } from "../../render/keeps-ahead.ts";

const LOOK_EVERY_MS = 500;
/** With less than this left to be played of what is rendered, it is time to show something simpler. */
const RETREAT_LEAD_MS = 15_000;

/** Watches the picture on air while it is still being rendered, and says when it is about to be caught up with. */
export class GrowthGuard {
  #timer: NodeJS.Timeout | null = null;

  /** @param growth of the picture that began at `onAirAtMs`, monotonic; null: it is complete, or begins anew when it ends */
  watch(growth: GrowthWatch | null, onAirAtMs: number, onOvertaken: () => void): void {
    this.close();
    if (!growth) return;
    this.#timer = setInterval(() => this.#look(growth, onAirAtMs, onOvertaken), LOOK_EVERY_MS);
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #look(watch: GrowthWatch, onAirAtMs: number, onOvertaken: () => void): void {
    const growth = watch.growth();
    const { renderedMs, totalMs } = growth;
    if (renderedMs >= totalMs) return this.close();
    const writtenMs = Math.max(0, monotonicMs() - onAirAtMs + LEAD_MS);
    if (renderedMs - writtenMs >= RETREAT_LEAD_MS || staysAhead(growth, writtenMs)) return;
    this.close();
    onOvertaken();
  }
}
