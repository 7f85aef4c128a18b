import { AAC_PACKET_SAMPLES, type SentNow, type StreamId } from "@nightjar/contract";
import type { SentMark, SentMarks } from "../playout/protocol.ts";
import { MARK_PACKETS } from "../timeline/marks.ts";
import type { SheetLevel, SheetPicture } from "./contact-sheets.ts";

/** What was found in units, by their marks. */
export interface Found {
  picture(mark: SentMark): SheetPicture | null;
  level(mark: Pick<SentMark, "unit" | "offset">): SheetLevel | null;
}

export const LEVEL_STEP_MS = (MARK_PACKETS * AAC_PACKET_SAMPLES) / 48;
/** So many levels are told ahead: for as long as it may take until somebody asks again. */
const LEVELS_TOLD = 12;
/** A level this old is of a sound that is over: nothing of a unit is heard. */
const HEARD_MAX_MS = 3 * LEVEL_STEP_MS;

/** The mark on air now; while a session opens and nothing is on air, the first to come. null: there is none. */
export function markNow(marks: readonly SentMark[], nowMs: number): SentMark | null {
  return marks.findLast(({ onAirAtMs }) => onAirAtMs <= nowMs) ?? marks[0] ?? null;
}

/** What is told of a stream. `nowMs` is monotonic. */
export function tellSent(streamId: StreamId, { pictures, sounds }: SentMarks, found: Found, nowMs: number): SentNow {
  return { streamId, picture: tellPicture(pictures, found, nowMs), sound: tellSound(markNow(sounds, nowMs), found, nowMs) };
}

/** The newest that was looked at: where a unit has only just begun, that is the one before it for a moment. */
function tellPicture(marks: readonly SentMark[], found: Found, nowMs: number): SentNow["picture"] {
  const now = markNow(marks, nowMs);
  for (const mark of marks.slice(0, now ? marks.indexOf(now) + 1 : 0).toReversed()) {
    const picture = found.picture(mark);
    if (picture) return { name: picture.name, ageMs: ageOf(mark, nowMs) + picture.lagMs };
  }
  return null;
}

function tellSound(mark: SentMark | null, found: Found, nowMs: number): SentNow["sound"] {
  if (!mark || nowMs - mark.onAirAtMs > HEARD_MAX_MS) return null;
  const levelsDb: number[] = [];
  for (let next: number | null = mark.offset; next !== null && levelsDb.length < LEVELS_TOLD;) {
    const level: SheetLevel | null = found.level({ unit: mark.unit, offset: next });
    if (level) levelsDb.push(level.levelDb);
    next = level?.nextOffset ?? null;
  }
  return levelsDb.length === 0 ? null : { ageMs: ageOf(mark, nowMs), stepMs: LEVEL_STEP_MS, levelsDb };
}

const ageOf = ({ onAirAtMs }: SentMark, nowMs: number) => Math.max(0, Math.round(nowMs - onAirAtMs));
