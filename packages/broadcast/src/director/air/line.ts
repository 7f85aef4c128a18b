import { isDeepStrictEqual } from "node:util";
import { LEAD_MS } from "../../playout/pace.ts";
import type { Segment } from "../../timeline/segment.ts";
import { type Air, type Now, type Place, comingPlaces, hasBegun, soundingPlace } from "./air.ts";
import { endOf, fadeInto, slatePlace } from "./choosing.ts";
import { optionsOf } from "./pictures.ts";
import { levelsOf } from "./levels.ts";
import { segmentOf } from "./segments.ts";

/** Before what sounds is written to its end: then the slate is lined up, so that there is always something to go on with. */
const BRIDGE_MS = 1500;
/** A stream that is being opened waits so long for what may be cached, and for a sound that is being rendered; then it opens with the slate. */
const CACHE_PATIENCE_MS = 600;
const RENDERING_PATIENCE_MS = 200;

/** Its sound and a picture can be read, and what leads into it is made, or cannot be. */
function isReady(air: Air, place: Place, isUrgent: boolean): boolean {
  const { sound, given, stands, isSoundRendering, view } = place;
  if (!sound) return false;
  // Better its sound under whatever picture there is than silence.
  if (isUrgent) return !isToBeCut(air, place);
  if (!given || !view) return false;
  // Whether the wanted picture is cached is known in a moment, and then nothing less goes on air first; a sound that took longer waits no more.
  const isOverdue = isSoundRendering && soundingPlace(air)?.isSlate === true;
  const isKnown = levelsOf(air, place).every((level) => stands[level] !== undefined);
  return (isKnown || isOverdue) && !isToBeCut(air, place);
}

/** The way into it is still being made. The slate is left without one. */
function isToBeCut(air: Air, { isJump }: Place): boolean {
  return isJump && air.jump !== null && air.jump.answered === 0 && soundingPlace(air)?.isSlate !== true;
}

/** Lines up what is ready, in the place of what is outdated; and the slate where nothing is, and something must be. */
export function lineUp(air: Air, now: Now): Air {
  if (air.stage !== "opening" && air.stage !== "open") return air;
  const coming = comingPlaces(air);
  const isUrgent = isBridgeDue(air, now);
  const notReady = coming.findIndex((place) => place.stage === "coming" && !isReady(air, place, isUrgent));
  const ready = new Set((notReady < 0 ? coming : coming.slice(0, notReady)).map(({ id }) => id));
  if (ready.size === 0) return coming.length === 0 || isUrgent ? withSlate(air, now) : air;
  let { lastSerial } = air;
  const places = air.places.flatMap((place) => {
    if (hasBegun(place)) return [place];
    if (place.isSlate || place.stage === "outdated" || place.stage === "withdrawn") return withdrawn(air, place, now);
    if (!ready.has(place.id) || place.serial !== null) return [place];
    lastSerial += 1;
    return [{ ...place, serial: lastSerial, stage: "queued" as const, given: place.given ?? bestOf(air, place) }];
  });
  return { ...air, places, lastSerial };
}

/** What the thread is told to leave out it may have begun a moment before. */
const WITHDRAWN_MAX_MS = 5000;
/** After a pause of the machine its telling may come later than that: so many are known until another begins. */
const WITHDRAWN_KEPT = 3;

function withdrawn({ places }: Air, place: Place, { atMs }: Now): readonly Place[] {
  if (place.stage !== "withdrawn") return [{ ...place, stage: "withdrawn", withdrawnAtMs: atMs }];
  const isRecent = atMs - (place.withdrawnAtMs ?? atMs) < WITHDRAWN_MAX_MS;
  const newest = places.filter(({ stage }) => stage === "withdrawn").slice(-WITHDRAWN_KEPT);
  return isRecent || newest.includes(place) ? [place] : [];
}

/** When the slate is lined up if nothing else is; null: never. */
export function bridgeAtMs(air: Air): number | null {
  const sounding = soundingPlace(air);
  if (!sounding) return air.openingAtMs === null ? null : air.openingAtMs + patienceMs(air);
  const endMs = endOf(sounding);
  return endMs === null ? null : endMs - LEAD_MS - BRIDGE_MS;
}

function patienceMs(air: Air): number {
  return comingPlaces(air)[0]?.isSoundRendering ? RENDERING_PATIENCE_MS : CACHE_PATIENCE_MS;
}

function isBridgeDue(air: Air, { atMs }: Now): boolean {
  const dueMs = bridgeAtMs(air);
  // What is outdated is better than nothing.
  return dueMs !== null && atMs >= dueMs && !air.places.some(({ stage }) => stage === "outdated");
}

function withSlate(air: Air, now: Now): Air {
  const isLinedUp = (place: Place) => place.isSlate && place.stage === "queued";
  const isUseless = soundingPlace(air)?.isSlate === true || air.places.some(isLinedUp) || air.slate === null;
  const isAlone = comingPlaces(air).length === 0;
  const places = air.places.flatMap((place) => (isAlone && place.stage === "outdated" ? withdrawn(air, place, now) : [place]));
  if (isUseless) return places.every((place, at) => place === air.places[at]) ? air : { ...air, places };
  const place = slatePlace(air, air.lastPlaceId + 1);
  const isBridge = soundingPlace(air) !== null && !isAlone;
  const slate: Place = { ...place, isBridge, stage: "queued", serial: air.lastSerial + 1, given: bestOf(air, place) };
  const begun = places.filter(hasBegun);
  const others = places.filter((other) => !hasBegun(other));
  return { ...air, places: [...begun, slate, ...others], lastPlaceId: slate.id, lastSerial: air.lastSerial + 1 };
}

/** A process that comes late: what an earlier one has lined up may be over, and silence would count as the last of it. */
export function bridgeLate(air: Air, { atMs }: Now): Air {
  const sounding = soundingPlace(air);
  const linedUp = air.places.filter(({ stage }) => stage === "outdated");
  const endMs = sounding && endOf(sounding);
  if (linedUp.length === 0 || !sounding || endMs === null) return air;
  const lineEndMs = linedUp.reduce((atMs, place, at) => {
    return atMs + Math.max(0, place.label.durationMs - fadeInto(air, linedUp[at - 1] ?? sounding, place));
  }, endMs);
  if (lineEndMs - LEAD_MS - BRIDGE_MS > atMs) return air;
  const place = slatePlace(air, air.lastPlaceId + 1);
  const serial = air.lastSerial + 1;
  const slate: Place = { ...place, isBridge: true, stage: "queued", serial, given: bestOf(air, place) };
  return { ...air, places: [...air.places, slate], lastPlaceId: slate.id, lastSerial: serial };
}

function bestOf(air: Air, place: Place): Place["given"] {
  const [best] = optionsOf(air, place);
  return best ? { ...best, changeId: 0 } : null;
}

/** The segments behind the one that sounds, as the thread is to know them. */
export function queuedSegments(air: Air): readonly Segment[] {
  return air.places.flatMap((place) => (place.stage === "queued" || place.stage === "outdated" ? (segmentOf(air, place) ?? []) : []));
}

/** They differ in what the thread makes of them: a unit that has only grown it knows already. */
export function isSameLine(a: readonly Segment[], b: readonly Segment[]): boolean {
  return a.length === b.length && a.every((segment, at) => segment === b[at] || isDeepStrictEqual(signature(segment), signature(b[at])));
}

function signature(segment: Segment | undefined) {
  if (!segment) return null;
  const { serial, video, audio, join, pictures = [], label } = segment;
  return {
    ...{ serial, video: [video.key, video.path], audio: [audio.key, audio.path], label },
    join: join ? { ...join, unit: join.unit.key } : null,
    pictures: pictures.map(({ id, video: unit, fromFrame, at }) => ({ id, key: unit.key, path: unit.path, fromFrame, at })),
  };
}
