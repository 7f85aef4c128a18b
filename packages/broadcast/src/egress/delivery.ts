import type { OnAirDestination } from "@nightjar/contract";
import { monotonicMs } from "../playout/monotonic.ts";
import { TICK_MS } from "../playout/pace.ts";
import type { Taking } from "./evidence.ts";
import type { TakenNotes } from "./taken-history.ts";

/**
 * Without evidence that the far end takes anything for this long a destination is called stalled, then connected anew. Between two
 * ticks there is nothing to take; the rest is for a look that comes late.
 */
export const STALLED_AFTER_MS = TICK_MS + 1500;
const GIVE_UP_AFTER_MS = 4500;
const CONNECT_DEADLINE_MS = 10_000;
const BITRATE_AFTER_MS = 4000;
/**
 * Looks come about once a second. Later than this, it was we who were stopped, with all we feed: such time says nothing of the far end, so
 * deadlines begin anew.
 */
export const LOOKED_AWAY_MS = 2000;
/** What takes the first bytes and hangs up has taken nothing: so long a connection must stand behind them to be called one. */
const PROVEN_AFTER_MS = 500;
/** So long a connection has to be taken from to be progress: what ended the one before is then over. */
const LASTING_AFTER_MS = 5000;
/** What a look weighs in the bit rate, a look later: some ten seconds count, so that it stands still although bytes come in bursts. */
const BITRATE_MEMORY = 0.9;

/** Before so much time is weighed a rate says little. */
const RATE_KNOWN_MS = 5000;
/** Less than this part of what the stream has, for so long, is too slow; above it lies what bursts and looks make of a good line. */
const KEEPS_UP_SHARE = 0.8;
const SLOW_AFTER_MS = 8000;
const NO_RATE = { bits: 0, roomBits: 0, ms: 0 };

/** What one destination has taken over all its connections, and how long ago; and whether that is too long. */
export class Delivery {
  readonly #taken: TakenNotes;
  readonly #nowMs: () => number;
  #bytesSent = 0;
  /** Of the bit rate: what was acknowledged, what room was made for more, and in what time, all fading. */
  #rate = NO_RATE;
  /** Since when it takes less than it should. */
  #slowSinceMs: number | null = null;
  #evidenceAtMs: number | null = null;
  /** Since when its connection is fed; null: it is not yet. */
  #fedSinceMs: number | null = null;
  #lookedAtMs = 0;
  /** Since when we look without a break. */
  #watchedSinceMs = 0;
  /** The first evidence of the connection there is. */
  #takenSinceMs: number | null = null;

  constructor(taken: TakenNotes, nowMs: () => number = monotonicMs) {
    this.#taken = taken;
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

  /** Something of the programme was taken over this connection. */
  get isTaken(): boolean {
    return this.#takenSinceMs !== null;
  }

  /** And it stands ever since. */
  get isProven(): boolean {
    return this.#takenSinceMs !== null && this.#nowMs() - this.#takenSinceMs >= PROVEN_AFTER_MS;
  }

  /** And was taken from for so long that it is no mere beginning any more. */
  get isLasting(): boolean {
    return this.#takenSinceMs !== null && (this.#evidenceAtMs ?? 0) - this.#takenSinceMs >= LASTING_AFTER_MS;
  }

  /** There is no connection, or none that is fed: no deadline runs. */
  pause(): void {
    this.#fedSinceMs = null;
    this.#takenSinceMs = null;
    this.#rate = NO_RATE;
    this.#slowSinceMs = null;
  }

  /** A connection is fed from now on. */
  begin(): void {
    this.#fedSinceMs = this.#nowMs();
    // There was nothing to look at before.
    this.#lookedAtMs = this.#fedSinceMs;
  }

  /** Where `pause` was the last that was told. */
  beginWherePaused(): void {
    if (this.#fedSinceMs === null) this.begin();
  }

  /**
   * What it takes, where that is lastingly less than the stream has; null: it keeps up, or that is not known. A far end's kernel
   * takes more than its program for a while, and permits more while its buffer grows: the lesser of both is what counts.
   */
  takesOnly(neededKbps: number): number | null {
    const { bits, roomBits, ms } = this.#rate;
    const nowMs = this.#nowMs();
    const takenKbps = Math.min(bits, roomBits) / Math.max(1, ms);
    if (ms < RATE_KNOWN_MS || takenKbps >= neededKbps * KEEPS_UP_SHARE) this.#slowSinceMs = null;
    else this.#slowSinceMs ??= nowMs;
    return this.#slowSinceMs !== null && nowMs - this.#slowSinceMs >= SLOW_AFTER_MS ? takenKbps : null;
  }

  /** Our own playout thread has not fed it for a while: whatever it has not taken since is no fault of its own. */
  notFed(): void {
    this.#watchedSinceMs = this.#nowMs();
  }

  take({ newBytes, roomBytes, isTaken }: Taking): void {
    const nowMs = this.#nowMs();
    this.#bytesSent += newBytes;
    // Before it is fed there was nothing to look at.
    if (this.#fedSinceMs !== null) this.#taken.note(newBytes, nowMs - this.#lookedAtMs, nowMs);
    this.#weighBitrate(newBytes * 8, roomBytes * 8, nowMs - this.#lookedAtMs);
    if (nowMs - this.#lookedAtMs > LOOKED_AWAY_MS) this.#watchedSinceMs = nowMs;
    this.#lookedAtMs = nowMs;
    if (!isTaken) return;
    this.#evidenceAtMs = nowMs;
    this.#takenSinceMs ??= nowMs;
  }

  /** To be asked behind each look. */
  verdict(): "well" | "stalled" | "lost" {
    if (this.#fedSinceMs === null) return "well";
    const nowMs = this.#nowMs();
    const sinceMs = Math.max(this.#fedSinceMs, this.#watchedSinceMs);
    if (!this.isTaken) return nowMs - sinceMs > CONNECT_DEADLINE_MS ? "lost" : "well";
    const silentMs = nowMs - Math.max(this.#evidenceAtMs ?? 0, sinceMs);
    if (silentMs > GIVE_UP_AFTER_MS) return "lost";
    return silentMs > STALLED_AFTER_MS ? "stalled" : "well";
  }

  /** The burst of the lead at the beginning is no rate. */
  #weighBitrate(bits: number, roomBits: number, ms: number): void {
    if (this.#fedSinceMs === null || this.#nowMs() - this.#fedSinceMs < BITRATE_AFTER_MS) return;
    const fade = (before: number, now: number) => before * BITRATE_MEMORY + now;
    const { bits: bitsBefore, roomBits: roomBefore, ms: msBefore } = this.#rate;
    this.#rate = { bits: fade(bitsBefore, bits), roomBits: fade(roomBefore, roomBits), ms: fade(msBefore, ms) };
  }
}
