import { type ContentUpdate } from "@nightjar/contract";
import { turnDueInMs, turned } from "../choose/rotation.ts";
import { LEAD_MS } from "../../playout/pace.ts";
import { type Air, type Now, type Place, type WaitingUpdate, type WrittenPicture, pictureOnAir, soundingPlace } from "./air.ts";
import { chooseComing } from "./choosing.ts";
import { bridgeAtMs, lineUp, queuedSegments, isSameLine } from "./line.ts";
import { isSatisfied, paint } from "./pictures.ts";
import { notToBeHad } from "./reasons.ts";
import { retriesAtMs, retryPictures } from "./retrying.ts";
import { isLookedUp, wishFor } from "./wishing.ts";

/** A picture that is on its way is cut to within a tick, or behind the margin of its transition; it is on air a lead later. */
const CUT_DEADLINE_MS = 8000 + LEAD_MS;
/** For a picture that is asked for before anything sounds. */
export const START_DEADLINE_MS = 30_000;
const DONE: ContentUpdate = { isUpdated: true, reason: null };

/** Brings everything to where it belongs after an event: what is heard, chosen, shown, lined up and wished for. */
export function settle(air: Air, now: Now): Air {
  const works = [hear, see, takeTurn, retryJump, retryPictures, chooseComing, paint, lineUp, wishFor, tellLine, answerUpdates];
  return works.reduce((before, work) => work(before, now), air);
}

/** The next moment at which time alone changes something, monotonic; null: never. */
export function alarmAtMs(air: Air, now: Now): number | null {
  const written = air.places.filter(({ stage }) => stage === "written").flatMap(({ onAirAtMs }) => onAirAtMs ?? []);
  const pictures = air.places.flatMap(({ writtenPictures }) => writtenPictures.slice(1).map(({ onAirAtMs }) => onAirAtMs));
  const turnInMs = air.stage === "open" ? turnDueInMs(air.rotation, air.plan, now.wallMs) : null;
  const isLining = air.stage === "opening" || air.stage === "open";
  const bridge = isLining && queuedSegments(air).length === 0 && !soundingPlace(air)?.isSlate ? bridgeAtMs(air) : null;
  const updates = air.updates.map(({ deadlineMs }) => deadlineMs);
  const moments = [
    ...written,
    ...pictures,
    turnInMs === null ? null : now.atMs + turnInMs,
    bridge,
    ...retriesAtMs(air),
    air.jump?.retryAtMs ?? null,
    ...updates,
  ];
  const known = moments.filter((atMs) => atMs !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** What was written ahead of its time is heard when that has come; what was heard before is over. */
function hear(air: Air, { atMs }: Now): Air {
  const isDue = ({ stage, onAirAtMs }: Place) => stage === "written" && onAirAtMs !== null && onAirAtMs <= atMs;
  const last = air.places.findLast(isDue);
  if (!last) return air;
  const lastAt = air.places.indexOf(last);
  const places = air.places.flatMap((place, at) => {
    if (isDue(place)) return [{ ...place, stage: "heard" as const }];
    return place.stage === "heard" && at < lastAt ? [] : [place];
  });
  return { ...air, places };
}

/** A picture that was written ahead of its time is on air when that has come; what was shown before it is over. */
function see(air: Air, { atMs }: Now): Air {
  const isDue = ({ onAirAtMs }: WrittenPicture) => onAirAtMs <= atMs;
  if (!air.places.some(({ writtenPictures }) => writtenPictures.slice(1).some(isDue))) return air;
  const places = air.places.map((place) => {
    const at = place.writtenPictures.findLastIndex(isDue);
    return at > 0 ? { ...place, writtenPictures: place.writtenPictures.slice(at) } : place;
  });
  return { ...air, places };
}

/** The background that has had its time gives way to the next. */
function takeTurn(air: Air, { wallMs }: Now): Air {
  if (air.stage !== "open") return air;
  const rotation = turned(air.rotation, air.plan, wallMs);
  return rotation === air.rotation ? air : { ...air, rotation };
}

/** The thread has not taken the cut: it is made anew, with more time for it. */
function retryJump(air: Air, { atMs }: Now): Air {
  const { jump } = air;
  return jump?.retryAtMs != null && jump.retryAtMs <= atMs ? { ...air, jump: nextAttempt(jump) } : air;
}

const MARGIN_MAX_MS = 5000;

export function nextAttempt(jump: NonNullable<Air["jump"]>): NonNullable<Air["jump"]> {
  // One that is still being made is not overtaken by another.
  if (jump.answered < jump.attempt) return jump;
  return { ...jump, attempt: jump.attempt + 1, marginMs: Math.min(MARGIN_MAX_MS, jump.marginMs * 2), retryAtMs: null };
}

function tellLine(air: Air): Air {
  const line = queuedSegments(air);
  if (air.stage !== "opening" && air.stage !== "open" && air.stage !== "ending") return air;
  if ((line.length === 0 && air.stage !== "open") || isSameLine(line, air.told)) return air;
  // What has begun needs no telling, and what is being prepared will be told.
  if (line.length === 0 && !air.places.some(({ stage }) => stage === "withdrawn")) return { ...air, told: line };
  return { ...air, told: line, stage: air.stage === "opening" ? "open" : air.stage };
}

/** Whoever waits for what is wanted to be on air is answered when it is, or cannot be. */
function answerUpdates(air: Air, now: Now): Air {
  if (air.updates.length === 0) return air;
  return { ...air, updates: air.updates.map((update) => answered(air, update, now)) };
}

function answered(air: Air, update: WaitingUpdate, { atMs }: Now): WaitingUpdate {
  const sounding = soundingPlace(air);
  const refuse = (reason: string): WaitingUpdate => ({ ...update, outcome: { isUpdated: false, reason } });
  if (!sounding || sounding.isSlate) {
    // Without a track that could be played the slate is all there is to be shown.
    if (sounding && air.plan.items.every(({ audio }) => audio === null)) return { ...update, outcome: DONE };
    // What sounded then may have been given up meanwhile.
    if (update.deadlineMs === null) return { ...update, deadlineMs: atMs + START_DEADLINE_MS };
    const isOver = atMs >= update.deadlineMs;
    return isOver ? refuse(sounding ? "No track is on air." : "The stream is not on air yet.") : update;
  }
  if (!isLookedUp(air, sounding)) return update;
  if (!isSatisfied(sounding)) {
    const reason = notToBeHad(sounding);
    return reason === null ? { ...update, deadlineMs: null } : refuse(reason);
  }
  const isOnAir = sounding.stage === "heard" && (pictureOnAir(sounding)?.changeId ?? 0) >= (sounding.given?.changeId ?? 0);
  if (isOnAir) return { ...update, outcome: DONE };
  if (update.deadlineMs === null) return { ...update, deadlineMs: atMs + CUT_DEADLINE_MS };
  return atMs >= update.deadlineMs ? refuse("The new picture was not shown in time.") : update;
}
