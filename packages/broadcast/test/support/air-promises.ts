import { type Air, hasBegun, heardPlace, pictureOnAir, soundingPlace } from "../../src/director/air/air.ts";
import { isSatisfied, standingOf } from "../../src/director/air/pictures.ts";
import { pictureNow } from "../../src/director/air/reasons.ts";
import type { AirThread } from "./air-thread.ts";

/** What is broken of what must always hold. */
export class BrokenPromise extends Error {
  override readonly name = "BrokenPromise";
}

/** How late the clock of a busy machine, and what goes between the air and the thread, may make a telling. */
const TELLING_MS = 400;
/** The latest of renders takes 45 s, and is asked for once it is known what is to be shown. */
const LATEST_MS = 45_000;

export interface Aired {
  readonly air: Air;
  readonly thread: AirThread | null;
  /** What was told as heard, of this thread. */
  readonly told: readonly { readonly serial: number; readonly itemId: string | null }[];
  readonly nowMs: number;
  /** When a process took over last, or the machine woke. */
  readonly interruptedAtMs: number;
}

/** @throws BrokenPromise where one of them does not hold at this moment */
export function keepsPromises(aired: Aired): void {
  const { places, wishes, stage } = aired.air;
  if (places.length > 12) throw new BrokenPromise(`${places.length} places are kept`);
  if (wishes.size > 60) throw new BrokenPromise(`${wishes.size} wishes are open`);
  if (aired.thread && aired.thread.starved > 0 && stage === "open") throw new BrokenPromise("there was nothing to go on with");
  tellsWhatAired(aired);
  showsTheWanted(aired);
  tellsThePictureOnAir(aired);
}

/** What was on air before what an earlier process has written last is not known to the next. */
const FORGOTTEN_MS = 2750;

/** What is told of the picture is on air at that moment: never what is only written, or was never shown; and the newest soon. */
function tellsThePictureOnAir({ air, thread, nowMs, interruptedAtMs }: Aired): void {
  const place = heardPlace(air);
  const told = place && pictureOnAir(place);
  if (!told || !thread || air.stage !== "open") return;
  const at = thread.cuts.findIndex(({ serial, pictureId }) => serial === place.serial && pictureId === told.changeId);
  const cut = thread.cuts[at];
  const goneAtMs = thread.cuts[at + 1]?.onAirAtMs ?? Number.POSITIVE_INFINITY;
  const what = `${told.video.key} is told of ${place.label.title}`;
  if (!cut || cut.onAirAtMs > nowMs || cut.videoKey !== told.video.key) throw new BrokenPromise(`${what}, which is not on air`);
  if (goneAtMs < nowMs - TELLING_MS && nowMs - interruptedAtMs > FORGOTTEN_MS)
    throw new BrokenPromise(`${what}, which is not on air any more`);
  const { level, reason } = pictureNow(air);
  const isOther = place.view !== null && !place.isSlate && !told.video.key.includes(place.view.look.hash) && !isTransition(told.video.key);
  if (level === "wanted" && reason === null && isOther) throw new BrokenPromise(`${what} as the wanted one`);
}

const isTransition = (key: string) => key.startsWith("via ");

/** The journal says what aired: all of it, in its order, and nothing else. */
function tellsWhatAired({ air, thread, told, nowMs, interruptedAtMs }: Aired): void {
  const begun = thread?.begun ?? [];
  const aired = new Map(begun.map(({ segment }) => [segment.serial, segment.label.itemId]));
  const isOrdered = told.every(({ serial }, at) => at === 0 || serial > (told[at - 1]?.serial ?? 0));
  const isTold = new Set(told.map(({ serial }) => serial));
  const missing = begun.filter(({ segment, onAirAtMs }) => onAirAtMs < nowMs - TELLING_MS && !isTold.has(segment.serial));
  const isStrange = told.some(({ serial, itemId }) => aired.get(serial) !== itemId);
  const isMissing = air.stage === "open" && missing.length > 0 && nowMs - interruptedAtMs > TELLING_MS;
  if (!isOrdered || isStrange || isMissing) throw new BrokenPromise(`told ${JSON.stringify(told)} of ${JSON.stringify([...aired])}`);
}

/** What may be shown instead of something simpler is on its way at once. */
function showsTheWanted({ air }: Aired): void {
  const place = soundingPlace(air);
  if (!place?.view || place.isSlate || !hasBegun(place) || air.stage !== "open" || isSatisfied(place)) return;
  const { view, stands, motionless, label } = place;
  const isMotionWanted = view.isMoving && motionless === null;
  const scene = stands[view.isMoving && !isMotionWanted ? "still-scene" : "wanted"];
  const isAsked = [...air.wishes.values()].some(({ wants, place: id }) => id === place.id && (wants === "going-over" || wants === "entry"));
  if (scene?.is === "ready" && !isAsked) throw new BrokenPromise(`the wanted picture of ${label.title} is there and not shown`);
  // Until what moves is far enough ahead its still scene is the best there is.
  const standing = standingOf(place);
  const isGoingOver = [...air.wishes.values()].some(({ wants, place: id }) => id === place.id && wants === "going-over");
  const isLess = standing !== "still-scene" && standing !== "wanted";
  if (isMotionWanted && stands["still-scene"]?.is === "ready" && isLess && !isGoingOver)
    throw new BrokenPromise(`the still scene of ${label.title} is there and not shown`);
}

/** Long after the last change nothing less than wanted is shown, but where that failed. @returns whether it is @throws BrokenPromise */
export function isWholeInTheEnd({ air, nowMs }: Aired): boolean {
  const place = soundingPlace(air);
  if (air.stage !== "open" || !place) return false;
  const tookMs = nowMs - (place.onAirAtMs ?? 0);
  if (tookMs < LATEST_MS) return false;
  if (place.isSlate && tookMs > 3 * LATEST_MS && air.leftOut.size === 0)
    throw new BrokenPromise("the slate airs, and everything can be played");
  if (place.isSlate) return false;
  if (!place.view) throw new BrokenPromise("it is not known what is to be shown");
  const hasFailed = Object.keys(place.retries).length > 0 || Object.values(place.stands).some(({ is }) => is === "failed");
  if (!isSatisfied(place) && !hasFailed && tookMs > 2 * LATEST_MS + 5000)
    throw new BrokenPromise(`${place.label.title} is not shown as wanted`);
  return isSatisfied(place);
}
