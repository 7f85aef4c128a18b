import type { OnAirDestination } from "@nightjar/contract";
import { monotonicMs } from "../playout/monotonic.ts";
import { TICK_MS } from "../playout/pace.ts";
import type { Look } from "./publisher-watch.ts";

/**
 * Without evidence that the far end takes anything for this long a destination is called stalled, then connected anew. Between two
 * ticks there is nothing to take; the rest is for a look that comes late.
 */
export const STALLED_AFTER_MS = TICK_MS + 1500;
const GIVE_UP_AFTER_MS = 4500;
const CONNECT_DEADLINE_MS = 10_000;
const BITRATE_AFTER_MS = 4000;
/** What a look weighs in the bit rate, a look later: some ten seconds count, so that it stands still although bytes come in bursts. */
const BITRATE_MEMORY = 0.9;

/** What one destination has taken over all its connections, and how long ago; and whether that is too long. */
export class Delivery {
  readonly #nowMs: () => number;
  #bytesSent = 0;
  /** Of the bit rate: what was acknowledged, and in what time, both fading. */
  #rate = { bits: 0, ms: 0 };
  #evidenceAtMs: number | null = null;
  /** Since when its connection is fed; null: it is not yet. */
  #fedSinceMs: number | null = null;
  #lookedAtMs = 0;

  constructor(nowMs: () => number = monotonicMs) {
    this.#nowMs = nowMs;
  }

  get figures(): Pick<OnAirDestination, "bytesSent" | "bitrateKbps" | "evidenceAgeMs"> {
    const evidenceAgeMs = this.#evidenceAtMs === null ? null : Math.round(this.#nowMs() - this.#evidenceAtMs);
    const { bits, ms } = this.#rate;
    return { bytesSent: this.#bytesSent, bitrateKbps: Math.round(bits / Math.max(1, ms)), evidenceAgeMs };
  }

  /** Since the newest look. */
  get unseenMs(): number {
    return this.#nowMs() - this.#lookedAtMs;
  }

  /** There is no connection, or none that is fed: no deadline runs. */
  pause(): void {
    this.#fedSinceMs = null;
    this.#rate = { bits: 0, ms: 0 };
  }

  /** A connection is fed from now on. */
  begin(): void {
    this.#fedSinceMs = this.#nowMs();
  }

  /** Where `pause` was the last that was told. */
  beginWherePaused(): void {
    if (this.#fedSinceMs === null) this.begin();
  }

  take({ newBytes, isTaken }: Look): void {
    const nowMs = this.#nowMs();
    this.#bytesSent += newBytes;
    this.#weighBitrate(newBytes * 8, nowMs - this.#lookedAtMs);
    this.#lookedAtMs = nowMs;
    if (isTaken) this.#evidenceAtMs = nowMs;
  }

  /** @param isConnecting nothing was taken over this connection yet */
  verdict(isConnecting: boolean): "well" | "stalled" | "lost" {
    if (this.#fedSinceMs === null) return "well";
    const nowMs = this.#nowMs();
    if (isConnecting) return nowMs - this.#fedSinceMs > CONNECT_DEADLINE_MS ? "lost" : "well";
    const silentMs = nowMs - Math.max(this.#evidenceAtMs ?? 0, this.#fedSinceMs);
    if (silentMs > GIVE_UP_AFTER_MS) return "lost";
    return silentMs > STALLED_AFTER_MS ? "stalled" : "well";
  }

  /** The burst of the lead at the beginning is no rate. */
  #weighBitrate(bits: number, ms: number): void {
    if (this.#fedSinceMs === null || this.#nowMs() - this.#fedSinceMs < BITRATE_AFTER_MS) return;
    this.#rate = { bits: this.#rate.bits * BITRATE_MEMORY + bits, ms: this.#rate.ms * BITRATE_MEMORY + ms };
  }
}
