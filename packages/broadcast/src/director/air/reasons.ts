import type { OnAirPicture } from "@nightjar/contract";
import { type Air, type Place, type Stand, announcedPlace, comingPlaces, heardPlace, pictureOnAir } from "./air.ts";

const KEPT = "The new picture could not be rendered. The stream continues with the previous one.";
const NOT_MOVING = "The picture with its moving parts could not be rendered.";
export const NOTHING_PLAYABLE = "No track in the tracklist can be played.";
export const BEING_PREPARED = "The first track is being prepared.";
export const NEXT_BEING_PREPARED = "The next track is still being prepared.";

/** Why the slate is on air. */
export function slateReason(air: Pick<Air, "places">): string {
  const isNothingComing = comingPlaces(air).length === 0 && (announcedPlace(air)?.isSlate ?? true);
  if (isNothingComing) return NOTHING_PLAYABLE;
  return heardPlace(air)?.isBridge ? NEXT_BEING_PREPARED : BEING_PREPARED;
}

/** Why not all that is wanted is shown. */
interface Lack {
  readonly sentence: string;
  /** The render that it waits for; null: none. */
  readonly late: "wanted" | "still-scene" | null;
}

/** What is on air now, and why not all that is wanted; nothing less than wanted while nothing is on air. */
export function pictureNow(air: Air): OnAirPicture {
  const place = heardPlace(air);
  if (!place) return { level: "wanted", reason: null };
  if (place.isSlate) return { level: "slate", reason: slateReason(air) };
  return { level: levelNow(place), reason: lackOf(place)?.sentence ?? null };
}

/** What is being rendered for the place that is heard, and not there; null: nothing is late. */
export function lateLevel(place: Place): Lack["late"] {
  return lackOf(place)?.late ?? null;
}

function levelNow(place: Place): OnAirPicture["level"] {
  return pictureOnAir(place)?.picture.level ?? "wanted";
}

function lackOf(place: Place): Lack | null {
  const { view, stands, motionless } = place;
  if (!view) return null;
  const level = levelNow(place);
  const isAsWanted = pictureOnAir(place)?.look?.hash === view.look.hash;
  const scene = view.isMoving ? stands["still-scene"] : stands.wanted;
  const waiting = { late: view.isMoving ? ("still-scene" as const) : ("wanted" as const) };
  if (level === "wanted" || (level === "still-scene" && !isAsWanted)) {
    if (isAsWanted) return null;
    return scene?.is === "failed" ? without(withCause(KEPT, scene)) : onItsWay("The changed picture", scene, waiting.late);
  }
  if (level === "still-scene") {
    if (motionless) return without(MOTIONLESS[motionless]);
    if (stands.wanted?.is === "failed") return without(withCause(NOT_MOVING, stands.wanted));
    return onItsWay("The picture with its moving parts", stands.wanted, "wanted");
  }
  if (scene?.is !== "failed") return onItsWay("The picture", scene, waiting.late);
  const isBare = level !== "slate" && stands.background?.is !== "failed";
  if (isBare) return without(withCause("The overlay could not be rendered: the background is shown alone.", scene));
  // The plain one may be ready, and on air in a moment, or not at all: another background than this one may be there.
  const isPlain = stands.plain?.is === "ready" && pictureOnAir(place)?.video.key === stands.plain.video.key;
  if (!isPlain) return without(withCause("The picture could not be rendered.", scene));
  return without(withCause("The background could not be rendered: the plain one is shown.", stands.background));
}

/** Why what is wanted of a place is not to be had; null: it is, or it is not known yet. */
export function notToBeHad({ view, stands, motionless }: Place): string | null {
  const scene = view?.isMoving ? stands["still-scene"] : stands.wanted;
  if (scene?.is === "failed") return withCause(KEPT, scene);
  const isWithoutMotion = view?.isMoving && motionless === null && stands.wanted?.is === "failed";
  return isWithoutMotion ? withCause(NOT_MOVING, stands.wanted) : null;
}

const without = (sentence: string): Lack => ({ sentence, late: null });

/** It is rendered, or written already and not on air yet. */
function onItsWay(what: string, stand: Stand | undefined, late: NonNullable<Lack["late"]>): Lack {
  return stand?.is === "ready"
    ? without(`${what} is ready, and on air in a moment.`)
    : { sentence: `${what} is still being rendered.`, late };
}

const MOTIONLESS = {
  begun: "The moving parts begin with the next track.",
  overtaken: "Rendering is behind: the moving parts come back with the next track.",
  "too-long": "The track is too long for a picture that moves.",
} as const;

/** With what the encoder said, where it said something. */
function withCause(sentence: string, stand: Stand | undefined): string {
  const cause = stand?.is === "failed" ? stand.reason.trim() : "";
  return cause === "" ? sentence : `${sentence} (${cause})`;
}
