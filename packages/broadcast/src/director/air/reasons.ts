import type { OnAirPicture } from "@nightjar/contract";
import type { Air, Place, Stand } from "./air.ts";
import { standingOf } from "./pictures.ts";
import { announcedPlace, comingPlaces, heardPlace } from "./air.ts";

export const KEPT = "The new picture could not be rendered. The stream continues with the previous one.";
export const NOTHING_PLAYABLE = "No track in the tracklist can be played.";
export const BEING_PREPARED = "The first track is being prepared.";
export const NEXT_BEING_PREPARED = "The next track is still being prepared.";

/** Why the slate is on air. */
export function slateReason(air: Pick<Air, "places">): string {
  const isNothingComing = comingPlaces(air).length === 0 && (announcedPlace(air)?.isSlate ?? true);
  if (isNothingComing) return NOTHING_PLAYABLE;
  return heardPlace(air)?.isBridge ? NEXT_BEING_PREPARED : BEING_PREPARED;
}

/** What is shown now, and why not all of it; nothing less than wanted while nothing is on air. */
export function pictureNow(air: Air): OnAirPicture {
  const place = heardPlace(air);
  if (!place) return { level: "wanted", reason: null };
  if (place.isSlate) return { level: "slate", reason: slateReason(air) };
  const level = place.shown?.picture.level ?? "wanted";
  return { level, reason: reasonOf(place, level) };
}

/** What is being rendered for the place that is heard, and not there; null: nothing is late. */
export function lateLevel(place: Place): "wanted" | "still-scene" | null {
  const { view, stands, motionless } = place;
  if (!view) return null;
  const isLate = (stand: Stand | undefined) => stand === undefined || stand.is === "rendering";
  if (!view.isMoving) return isLate(stands.wanted) ? "wanted" : null;
  if (isLate(stands["still-scene"])) return "still-scene";
  return motionless === null && isLate(stands.wanted) ? "wanted" : null;
}

function reasonOf(place: Place, level: OnAirPicture["level"]): string | null {
  const { view, stands, motionless } = place;
  if (!view) return null;
  const scene = view.isMoving ? stands["still-scene"] : stands.wanted;
  if (level === "wanted") return standingOf(place) === "wanted" ? null : scene?.is === "failed" ? KEPT : changedReason(place);
  if (level === "still-scene" && motionless) return MOTIONLESS[motionless];
  if (level === "still-scene")
    return stands.wanted?.is === "failed"
      ? withCause("The picture with its moving parts could not be rendered.", stands.wanted)
      : "The picture with its moving parts is still being rendered.";
  if (scene?.is !== "failed") return "The picture is still being rendered.";
  if (level === "slate" || stands.background?.is === "failed") {
    const isPlain = stands.plain?.is === "ready";
    return isPlain
      ? withCause("The background could not be rendered: the plain one is shown.", stands.background)
      : withCause("The picture could not be rendered.", scene);
  }
  return withCause("The overlay could not be rendered: the background is shown alone.", scene);
}

/** Only what was asked for since the track began is a change of it. */
function changedReason(place: Place): string | null {
  return standingOf(place) === null || standingOf(place) === "earlier" ? "The changed picture is still being rendered." : null;
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
