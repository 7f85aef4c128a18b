import { AAC_PACKET_SAMPLES, type SentNow, type StreamId } from "@nightjar/contract";
import type { SentMark, SentMarks } from "../playout/protocol.ts";
import { MARK_PACKETS } from "../timeline/marks.ts";
import type { SheetLevel, SheetPicture } from "./contact-sheets.ts";

/** What was found in units, by their marks. */
export interface Found {
  picture(mark: SentMark): SheetPicture | null;
  level(mark: Pick<SentMark, "unit" | "offset">): Pick<SheetLevel, "levelDb" | "nextOffset"> | null;
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

/** That mark, and those that are written behind it. */
export function marksFrom(marks: readonly SentMark[], nowMs: number): readonly SentMark[] {
  const now = markNow(marks, nowMs);
  return now ? marks.slice(marks.indexOf(now)) : [];
}

/** What is told of a stream. `nowMs` is monotonic. */
export function tellSent(streamId: StreamId, { pictures, sounds }: SentMarks, found: Found, nowMs: number): SentNow {
  return { streamId, picture: tellPicture(pictures, found, nowMs), sound: tellSound(marksFrom(sounds, nowMs), found, nowMs) };
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

/** As the unit on air goes on; from where another one is written behind it, as that one does. */
function tellSound([now, ...later]: readonly SentMark[], found: Found, nowMs: number): SentNow["sound"] {
  if (!now || nowMs - now.onAirAtMs > HEARD_MAX_MS) return null;
  let levelsDb = levelsFrom(now, found);
  const [first] = levelsDb;
  if (first === undefined) return null;
  for (const mark of later) {
    const at = Math.round((mark.onAirAtMs - now.onAirAtMs) / LEVEL_STEP_MS);
    const before = levelsDb.slice(0, at);
    const behind = levelsFrom(mark, found);
    // Behind a join a track goes on between two of its marks: what sounded last stands for that.
    const last = before.at(-1) ?? first;
    levelsDb = behind.length === 0 ? before : [...before, ...Array.from({ length: at - before.length }, () => last), ...behind];
  }
  return { ageMs: ageOf(now, nowMs), stepMs: LEVEL_STEP_MS, levelsDb: levelsDb.slice(0, LEVELS_TOLD) };
}

/** The level at a mark, and those that are known behind it in its unit. */
function levelsFrom({ unit, offset }: SentMark, found: Found): number[] {
  const levelsDb: number[] = [];
  for (let next: number | null = offset; next !== null && levelsDb.length < LEVELS_TOLD;) {
    const level: ReturnType<Found["level"]> = found.level({ unit, offset: next });
    if (level) levelsDb.push(level.levelDb);
    next = level?.nextOffset ?? null;
  }
  return levelsDb;
}

const ageOf = ({ onAirAtMs }: SentMark, nowMs: number) => Math.max(0, Math.round(nowMs - onAirAtMs));
