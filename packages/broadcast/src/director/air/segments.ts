import { basename, dirname } from "node:path";
import type { OnAirPicture, PlanItem } from "@nightjar/contract";
import type { PictureChange, Segment, SegmentJoin, SegmentLabel } from "../../timeline/segment.ts";
import type { UnitRef } from "../../timeline/unit.ts";
import { type Air, type GivenPicture, type Place, type WrittenPicture, hasBegun, pictureOnAir, placeOf } from "./air.ts";
import type { Rung } from "./rungs.ts";

export const SLATE_LABEL: Place["label"] = {
  ...{ itemId: null, trackId: null, title: "", artist: "" },
  ...{ durationMs: 0, isrcCode: null, because: null },
};

/** @param because why shuffling chose it */
export function labelOf(item: PlanItem, because: string | null = null): Place["label"] {
  const { title, artist, durationMs, isrcCode } = item;
  return { itemId: item.itemId, trackId: item.trackId, title, artist, durationMs, isrcCode, because };
}

const LEVELS: Readonly<Record<Rung, OnAirPicture["level"]>> = {
  wanted: "wanted",
  "still-scene": "still-scene",
  // It was the wanted one before the plan changed.
  earlier: "wanted",
  background: "background",
  plain: "background",
  slate: "slate",
};

export function levelOf(rung: Rung): OnAirPicture["level"] {
  return LEVELS[rung];
}

/** The other way round, of a picture that an earlier process has given. */
export function rungOf(level: OnAirPicture["level"]): Rung {
  return level;
}

/** The place as the thread is told of it; null: it is not prepared so far. */
export function segmentOf(air: Pick<Air, "places">, place: Place): Segment | null {
  const { serial, sound, given, label, isSlate } = place;
  if (serial === null || !sound || !given) return null;
  const join = joinOf(air, place);
  const phase = sound.phase ? { phase: sound.phase } : {};
  const base = { serial, audio: sound.audio, isSlate, ...phase, ...(join ? { join } : {}) };
  const onAir = hasBegun(place) ? pictureOnAir(place) : null;
  if (onAir) return { ...base, video: onAir.video, pictures: coming(place), label: { ...label, ...pictureLabel(writtenLabel(onAir)) } };
  return comingIn(place, { ...base, video: given.video, label: { ...label, ...pictureLabel(givenLabel(given)) } });
}

/** Behind the picture on air: what is written, and what waits for its turn. */
function coming({ writtenPictures, changes }: Place): readonly PictureChange[] {
  const written = writtenPictures
    .slice(1)
    .map((one) => ({ ...writtenLabel(one), id: one.changeId, video: one.video, fromFrame: 0, at: "cut" as const }));
  return [...written, ...changes];
}

function writtenLabel({ picture, look }: WrittenPicture): Pick<PictureChange, "picture" | "look"> {
  return { picture, ...(look ? { look } : {}) };
}

export function givenLabel({ rung, look }: GivenPicture): Pick<PictureChange, "picture" | "look"> {
  return { picture: { level: levelOf(rung), reason: null }, ...(look ? { look } : {}) };
}

function pictureLabel({ picture, look }: Pick<PictureChange, "picture" | "look">): Pick<SegmentLabel, "picture" | "look"> {
  return { ...(picture ? { picture } : {}), ...(look ? { look } : {}) };
}

/** Its picture comes in over a transition, where there is one for the picture it has. */
function comingIn(place: Place, segment: Segment): Segment {
  const { comingIn: way } = place;
  if (!way || way.videoKey !== segment.video.key) return segment;
  const { picture, look } = segment.label;
  const own = {
    id: 1,
    video: segment.video,
    fromFrame: 0,
    at: "loop-end",
    picture,
    look,
    ...(way.entry ? { entry: way.entry } : {}),
  } as const;
  return { ...segment, video: way.via, pictures: [own] };
}

/** What it was told with, once it has begun; before that as its neighbours stand now. */
export function joinOf(air: Pick<Air, "places">, place: Place): SegmentJoin | null {
  if (hasBegun(place) || place.cut) return place.cut;
  const before = beforeOf(air, place);
  if (!before || before.isSlate) return place.sound?.fadeIn ? { ...place.sound.fadeIn, afterSerial: 0 } : null;
  const { joining } = place;
  if (!joining?.join || before.serial === null || placeOf(air, joining.afterId)?.id !== before.id) return null;
  return { ...joining.join, afterSerial: before.serial };
}

/** What sounds before it; outdated ones are on their way out. */
export function beforeOf({ places }: Pick<Air, "places">, place: Place): Place | null {
  const at = places.findIndex(({ id }) => id === place.id);
  return places.slice(0, at).findLast(({ stage }) => stage !== "outdated" && stage !== "withdrawn") ?? null;
}

/** Of the cache: where renders write. */
const UNFINISHED_DIR = "unfinished";

/** A unit whose render died with an earlier process: it is complete as far as it goes. */
export function isCutShort({ isComplete, path }: UnitRef): boolean {
  return isComplete && basename(dirname(path)) === UNFINISHED_DIR;
}
