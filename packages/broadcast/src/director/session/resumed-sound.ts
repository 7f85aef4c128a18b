import { statSync } from "node:fs";
import { join } from "node:path";
import { type EncoderProfile, PROFILES, type ProfileId } from "@nightjar/contract";
import { monotonicMs } from "../../playout/monotonic.ts";
import { POSITION_FILE, type SessionPosition } from "../../playout/record.ts";
import { streamClock } from "../../timeline/clock.ts";
import type { Segment } from "../../timeline/segment.ts";
import { wallTime } from "../told/on-air-track.ts";

export interface ResumedSound {
  /** The segment that sounds, or begins within what was sent ahead; null: it is not known any more. */
  readonly serial: number | null;
  /** Monotonic. */
  readonly onAirAtMs: number;
  /** Monotonic time from which nothing was sent, when that was noticeable; null: the lead has covered it. */
  readonly silentSinceMs: number | null;
}

/** Shorter is not heard: the far end has a buffer, and the lead is caught up at once. */
const NOTICEABLE_MS = 1000;

/** What sounds, exactly, of a session that an earlier process has left. */
export function resumedSound(
  { epochMs, state }: Pick<SessionPosition, "epochMs" | "state">,
  segments: readonly Segment[],
  profile: EncoderProfile,
  nowMs: number = monotonicMs(),
): ResumedSound {
  const { audioPtsMs, videoDtsMs } = streamClock(profile);
  const sentUntilMs = epochMs + Math.min(audioPtsMs(state.packets), videoDtsMs(state.frames));
  const silentSinceMs = nowMs - sentUntilMs > NOTICEABLE_MS ? sentUntilMs : null;
  const coming = segments.find(({ serial }) => serial === state.audioSerial);
  // In the first packets of a join the segment before it still counts as the one on air.
  const isBegun = !state.isInJoin || state.audioIndex > (coming?.join?.enterAtPacket ?? 0);
  const before = segments.findLast(({ serial }) => serial < state.audioSerial);
  const sounding = isBegun ? coming : before;
  return { serial: sounding?.serial ?? null, onAirAtMs: epochMs + audioPtsMs(state.audioStartPacket), silentSinceMs };
}

/**
 * When a session that cannot be gone on with was last heard, ISO 8601: with its last packet, or when its files were last written.
 * @param playout null: its monotonic times are of another boot
 */
export function forgottenAt(dir: string, playout: { readonly position: SessionPosition } | null, profileId: ProfileId): string {
  const lastSeen = [POSITION_FILE, "."].map((name) => statSync(join(dir, name), { throwIfNoEntry: false })?.mtimeMs);
  const writtenAtMs = lastSeen.find((mtimeMs) => mtimeMs !== undefined) ?? Date.now();
  if (!playout) return new Date(writtenAtMs).toISOString();
  const { epochMs, state } = playout.position;
  const lastMs = epochMs + streamClock(PROFILES[profileId]).audioPtsMs(state.packets);
  return wallTime(Math.min(lastMs, monotonicMs()));
}
