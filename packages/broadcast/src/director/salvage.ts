import { readFile, stat } from "node:fs/promises";
import { type TagInfo, readTag, tagBytesAt } from "../flv/tag.ts";
import type { UnitCache } from "../render/cache.ts";
import type { Segment } from "../timeline/segment.ts";
import type { TimelineState } from "../timeline/timeline.ts";
import type { UnitRef } from "../timeline/unit.ts";

/**
 * Units as they are now, of segments that an earlier process was playing: finished ones from the cache; of one whose
 * render died with that process, as much as was written whole. Segments that had not begun are left out where a unit
 * is gone; null when one is gone that is on air.
 */
export async function salvageSegments(
  segments: readonly [Segment, ...Segment[]],
  { audioSerial, isInJoin }: Pick<TimelineState, "audioSerial" | "isInJoin">,
  cache: UnitCache,
): Promise<readonly [Segment, ...Segment[]] | null> {
  const found: Segment[] = [];
  for (const segment of segments) {
    const salvaged = await salvageSegment(segment, cache);
    const isWhole = salvaged !== null && (salvaged.join !== undefined || segment.serial !== audioSerial || !isInJoin);
    if (isWhole) found.push(salvaged);
    else if (segment.serial <= audioSerial) return null;
    else break;
  }
  const [first, ...rest] = found;
  return first ? [first, ...rest] : null;
}

async function salvageSegment(segment: Segment, cache: UnitCache): Promise<Segment | null> {
  const { join, ...plain } = segment;
  const [video, audio, joinUnit] = await Promise.all([
    salvage(segment.video, cache),
    salvage(segment.audio, cache),
    join ? salvage(join.unit, cache) : null,
  ]);
  if (!video || !audio) return null;
  return { ...plain, video, audio, ...(join && joinUnit ? { join: { ...join, unit: joinUnit } } : {}) };
}

async function salvage(unit: UnitRef, cache: UnitCache): Promise<UnitRef | null> {
  const cached = await cache.get(unit.key);
  if (cached) return cached;
  try {
    if (unit.isComplete) return (await stat(unit.path)).size >= unit.readableBytes ? unit : null;
    const readableBytes = wholeBytes(await readFile(unit.path), unit);
    return { ...unit, readableBytes: Math.max(unit.readableBytes, readableBytes), isComplete: true };
  } catch {
    return null;
  }
}

/** Up to the last whole packet, or the last IDR picture, before which the GOP is whole. */
function wholeBytes(bytes: Buffer, unit: UnitRef): number {
  let offset = unit.firstTagOffset;
  let lastKeyOffset = offset;
  for (;;) {
    const tagBytes = tagBytesAt(bytes, offset);
    if (tagBytes === null || offset + tagBytes > bytes.length) break;
    const info: TagInfo = readTag(bytes, offset);
    if (info.isKey) lastKeyOffset = offset;
    offset += tagBytes;
  }
  return unit.kind === "video" ? lastKeyOffset : offset;
}
