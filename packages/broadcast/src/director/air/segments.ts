import { basename, dirname } from "node:path";
import type { OnAirPicture, PlanItem } from "@nightjar/contract";
import { type PictureChange, type Segment, type SegmentJoin, type SegmentLabel, unitsOf } from "../../timeline/segment.ts";
import type { UnitRef } from "../../timeline/unit.ts";
import { type Air, type GivenPicture, type Place, type WrittenPicture, hasBegun, pictureOnAir } from "./air.ts";
import type { Rung } from "./rungs.ts";

export const SLATE_LABEL: Place["label"] = {
  ...{ itemId: null, trackId: null, title: "", artist: "" },
  ...{ durationMs: 0, isrcCode: null, because: null },
};

/** @param because why shuffling chose it */
export function labelOf(item: PlanItem, because: string | null = null): Place["label"] {
  const { title, artist, durationMs, isrcCode, audio } = item;
  const file = audio ? { audioSha256: audio.sha256 } : {};
  return { itemId: item.itemId, trackId: item.trackId, title, artist, durationMs, isrcCode, because, ...file };
}

/** It has the file still that this was made from, as far as that is known. */
export function isMadeFrom({ audioSha256 }: Place["label"], { audio }: PlanItem): boolean {
  return audioSha256 === undefined || audio?.sha256 === audioSha256;
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

/** Of a place with this neighbour: neither is ever changed, and most steps ask for all that are lined up. */
const known = new WeakMap<Place, { readonly before: Place | null; readonly segment: Segment | null }>();

/** The place as the thread is told of it; null: it is not prepared so far. */
export function segmentOf(air: Pick<Air, "places">, place: Place): Segment | null {
  const before = isJoinSettled(place) ? null : beforeOf(air, place);
  const last = known.get(place);
  if (last?.before === before) return last.segment;
  const segment = segmentBehind(before, place);
  known.set(place, { before, segment });
  return segment;
}

export function segmentWith(air: Pick<Air, "places">, serial: number): Segment | null {
  const place = air.places.find((one) => one.serial === serial);
  return place ? segmentOf(air, place) : null;
}

function segmentBehind(before: Place | null, place: Place): Segment | null {
  const { serial, sound, given, label, isSlate } = place;
  if (serial === null || !sound || !given) return null;
  const join = joinBehind(before, place);
  const phase = sound.phase ? { phase: sound.phase } : {};
  const base = { serial, audio: sound.audio, isSlate, ...phase, ...(join ? { join } : {}) };
  const onAir = hasBegun(place) ? pictureOnAir(place) : null;
  if (onAir) return { ...base, video: onAir.video, pictures: coming(place), label: { ...label, ...pictureLabel(writtenLabel(onAir)) } };
  return comingIn(place, { ...base, video: given.video, label: { ...label, ...pictureLabel(givenLabel(given)) } });
}

/** Keys of the units that must stay: on air, written, or to be, and what may take their place. */
export function unitKeysOf(air: Pick<Air, "places">): readonly string[] {
  return air.places.flatMap((place) => {
    const segment = segmentOf(air, place);
    const stands = Object.values(place.stands).flatMap((stand) => (stand.is === "ready" ? [stand.video.key] : []));
    const others = [place.earlier?.video.key, place.given?.video.key, place.sound?.audio.key].filter((key) => key !== undefined);
    return [...(segment ? unitsOf(segment).map(({ key }) => key) : []), ...stands, ...others];
  });
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
  return joinBehind(isJoinSettled(place) ? null : beforeOf(air, place), place);
}

function isJoinSettled(place: Place): boolean {
  return hasBegun(place) || place.cut !== null;
}

function joinBehind(before: Place | null, place: Place): SegmentJoin | null {
  if (isJoinSettled(place)) return place.cut;
  if (!before || before.isSlate) return place.sound?.fadeIn ? { ...place.sound.fadeIn, afterSerial: 0 } : null;
  const { joining } = place;
  if (!joining?.join || before.serial === null || joining.afterId !== before.id) return null;
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
