import type { Loudness } from "./plan.ts";

/** Above this a player's reconstruction filter may clip (EBU R128 recommends -1 dBTP for sources). */
export const TRUE_PEAK_LIMIT_DBTP = -1;
/** What the limiter may take off the highest peak; more is heard as pumping. */
export const LIMITER_MAX_DB = 6;
/** Silence measures -70 LUFS: what is nearly silent is not lifted into noise. */
const GAIN_MAX_DB = 24;
/** Less is not worth a word. */
const HELD_BACK_DB = 0.5;

export interface AirLevel {
  /** Before the limiter, two decimals. */
  readonly gainDb: number;
  /** What the limiter takes off the highest peak. */
  readonly limiterDb: number;
  /** How far below its target the track stays, because the limiter would have to do too much. */
  readonly heldBackDb: number;
}

/** The level of one file on air at this target. */
export function airLevel(loudness: Loudness, targetLufs: number): AirLevel {
  const wantedDb = Math.min(GAIN_MAX_DB, targetLufs - loudness.integratedLufs);
  const mostDb = TRUE_PEAK_LIMIT_DBTP + LIMITER_MAX_DB - loudness.truePeakDbtp;
  const gainDb = Math.round(Math.min(wantedDb, mostDb) * 100) / 100;
  return {
    gainDb,
    limiterDb: Math.max(0, loudness.truePeakDbtp + gainDb - TRUE_PEAK_LIMIT_DBTP),
    heldBackDb: Math.max(0, wantedDb - mostDb),
  };
}

/** A sentence for the operator about a track that cannot be as loud as the others; null: it can. */
export function levelNote(loudness: Loudness, targetLufs: number): string | null {
  const { heldBackDb } = airLevel(loudness, targetLufs);
  if (heldBackDb < HELD_BACK_DB) return null;
  return `Plays about ${heldBackDb.toFixed(0)} dB quieter than the others: its peaks would have to be cut by more than ${LIMITER_MAX_DB} dB.`;
}
