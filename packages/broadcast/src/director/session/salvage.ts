import { readFile, stat } from "node:fs/promises";
import { type TagInfo, readTag, tagBytesAt } from "../../flv/tag.ts";
import type { PictureChange, Segment } from "../../timeline/segment.ts";
import type { TimelineState } from "../../timeline/timeline.ts";
import type { UnitRef } from "../../timeline/unit.ts";

/** Finished units, and those that grow in this process. */
export interface FoundUnits {
  find(key: string): Promise<UnitRef | null>;
}

/**
 * Units as they are now, of segments that an earlier process was playing: finished ones from the cache; of one whose
 * render died with that process, as much as was written whole. Segments that had not begun are left out where a unit
 * is gone; null when one is gone that is on air.
 */
export async function salvageSegments(
  segments: readonly [Segment, ...Segment[]],
  state: Pick<TimelineState, "audioSerial" | "isInJoin" | "videoSerial" | "pictureId">,
  units: FoundUnits,
): Promise<readonly [Segment, ...Segment[]] | null> {
  const { audioSerial, isInJoin } = state;
  const found: Segment[] = [];
  for (const segment of segments) {
    const salvaged = await salvageSegment(segment, segment.serial === state.videoSerial ? state.pictureId : 0, units);
    const isWhole = salvaged !== null && (salvaged.join !== undefined || segment.serial !== audioSerial || !isInJoin);
    if (isWhole) found.push(salvaged);
    else if (segment.serial <= audioSerial) return null;
    else break;
  }
  const [first, ...rest] = found;
  return first ? [first, ...rest] : null;
}

/** @param shownId the picture of the segment that is shown: those before it are not needed any more */
async function salvageSegment(segment: Segment, shownId: number, units: FoundUnits): Promise<Segment | null> {
  const { join, pictures: changes, ...plain } = segment;
  const [video, audio, joinUnit, pictures] = await Promise.all([
    salvage(segment.video, units),
    salvage(segment.audio, units),
    join ? salvage(join.unit, units) : null,
    salvagePictures(
      (changes ?? []).filter(({ id }) => id >= shownId),
      units,
    ),
  ]);
  const isShownThere = shownId === 0 ? video !== null : pictures.some(({ id }) => id === shownId);
  if (!isShownThere || !audio) return null;
  return {
    ...plain,
    video: video ?? segment.video,
    audio,
    ...(join && joinUnit ? { join: { ...join, unit: joinUnit } } : {}),
    ...(pictures.length > 0 ? { pictures } : {}),
  };
}

/** Up to the first that is gone: what was to follow it has no place any more. */
async function salvagePictures(changes: readonly PictureChange[], units: FoundUnits): Promise<PictureChange[]> {
  const found: PictureChange[] = [];
  for (const change of changes) {
    const video = await salvage(change.video, units);
    if (!video) break;
    found.push({ ...change, video });
  }
  return found;
}

async function salvage(unit: UnitRef, units: FoundUnits): Promise<UnitRef | null> {
  const found = await units.find(unit.key);
  if (found) return found;
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
