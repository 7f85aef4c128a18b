import type { PlanItem } from "@nightjar/contract";
import type { PictureChange } from "../../timeline/segment.ts";
import { backgroundAt, backgroundKey } from "../choose/rotation.ts";
import {
  type Air,
  type GivenPicture,
  type Option,
  type Place,
  type Remembered,
  comingPlaces,
  hasBegun,
  soundingPlace,
  withPlace,
} from "./air.ts";
import { PLAIN, RUNGS, type RenderedLevel, type Rung } from "./rungs.ts";
import { givenLabel, isMadeFrom } from "./segments.ts";
import { transitionBetween } from "./transitions.ts";

const REMEMBERED_MAX = 500;

const rank = (rung: Rung): number => RUNGS.indexOf(rung);

/** The ladder as it stands, best first: nothing on it makes work. */
export function optionsOf(air: Air, place: Place): readonly Option[] {
  const { stands, view, earlier } = place;
  const look = view?.look ?? null;
  const truth = view?.truth ?? null;
  const ready = (level: RenderedLevel, rung: Rung, shown = look): readonly Option[] => {
    const stand = stands[level];
    return stand?.is === "ready" ? [{ rung, video: stand.video, look: shown, truth }] : [];
  };
  const bare = air.bare.get(backgroundKey(place.viewFor?.background ?? air.plan.background));
  return [
    ...(place.motionless === null ? ready("wanted", "wanted") : []),
    ...ready("still-scene", "still-scene"),
    ...(earlier && earlier.truth === truth && look ? [{ ...earlier, rung: "earlier" as const }] : []),
    ...(bare ? [{ rung: "background" as const, video: bare, look, truth }] : []),
    ...ready("background", "background"),
    ...ready("plain", "plain", look && { ...look, background: PLAIN }),
    ...(air.slate ? [{ rung: "slate" as const, video: air.slate.video, look: null, truth: null }] : []),
  ];
}

/** What the newest picture of a place is now: the plan may have changed since it was given. null: untrue of it. */
export function standingOf({ given, view, motionless }: Place): Rung | null {
  if (!given) return null;
  const isScene = given.rung === "wanted" || given.rung === "still-scene" || given.rung === "earlier";
  if (!isScene || !view) return given.rung;
  const isWanted = given.look?.hash === view.look.hash && given.rung !== "earlier";
  if (isWanted) return given.rung === "wanted" && motionless === "overtaken" ? null : given.rung;
  return given.truth === view.truth ? "earlier" : null;
}

/** It shows all that it is to show. */
export function isSatisfied(place: Place): boolean {
  const standing = standingOf(place);
  return standing === "wanted" || (standing === "still-scene" && place.motionless !== null);
}

/** Gives each place the best there is: what has not begun at once, what sounds by a change of picture. */
export function paint(air: Air): Air {
  const sounding = soundingPlace(air);
  const painted = comingPlaces(air).reduce<Air>((before, { id }) => withPlace(before, id, (place) => repainted(before, place)), air);
  return remember(sounding ? repaintSounding(painted, sounding.id) : painted);
}

function repainted(air: Air, place: Place): Place {
  if (!place.view) return place;
  const [best] = optionsOf(air, place);
  if (!best || isSame(place.given, best)) return place;
  return { ...place, given: { ...best, changeId: 0 } };
}

export function isSame(given: GivenPicture | null, { rung, video, look }: Option): boolean {
  return given?.rung === rung && given.video.key === video.key && given.video.path === video.path && given.look?.hash === look?.hash;
}

/** What is on air is never left for less, but where it would come to its end. */
export function betterFor(air: Air, place: Place): Option | null {
  return betterOptions(air, place)[0] ?? null;
}

/** The same of what need not be entered: until what moves is far enough ahead, the best that does not is shown. */
export function presentFor(air: Air, place: Place): Option | null {
  return betterOptions(air, place).find((option) => !isEntered(place, option)) ?? null;
}

function betterOptions(air: Air, place: Place): readonly Option[] {
  if (!place.isSlate && !place.view) return [];
  const isOvertaken = place.motionless === "overtaken" && place.given?.rung === "wanted" && standingOf(place) === null;
  const still = place.stands["still-scene"];
  // It is overtaken in a while only, and its still scene was asked for before it.
  if (isOvertaken && still?.is !== "ready" && still?.is !== "failed") return [];
  const now = place.given && !isOvertaken ? rank(standingOf(place) ?? "earlier") : RUNGS.length;
  return optionsOf(air, place).filter(({ rung }) => rank(rung) < now);
}

/** Nothing waits for a transition, or for a place to enter: it is cut to at once. */
function repaintSounding(air: Air, id: number): Air {
  const place = air.places.find((candidate) => candidate.id === id);
  const better = place && presentFor(air, place);
  if (!place || !better || transitionBetween(air, place, better)) return air;
  return changed(air, id, better, [{ video: better.video, fromFrame: 0, at: "cut" }]);
}

/** A picture as long as its track begins where the sound is. */
export function isEntered(place: Place, { rung }: Option): boolean {
  return rung === "wanted" && place.view?.isMoving === true;
}

export type NewChange = Pick<PictureChange, "video" | "fromFrame" | "at" | "entry">;

/** Commands take less time than it takes to replace so many. */
const REPLACED_MAX = 8;

/** These wait for their turn as the picture of what sounds, instead of those that did. */
export function changed(air: Air, id: number, option: Option, news: readonly NewChange[]): Air {
  const label = givenLabel({ ...option, changeId: 0 });
  const changes = news.map((change, index) => ({ ...change, ...label, id: air.lastChangeId + 1 + index }));
  const lastChangeId = air.lastChangeId + changes.length;
  // What waits for the end of a loop is not what was asked for: the first of them is.
  const changeId = air.lastChangeId + 1;
  return withPlace({ ...air, lastChangeId }, id, (place) => ({
    ...place,
    changes,
    replaced: [...place.replaced, ...place.changes].slice(-REPLACED_MAX),
    given: { ...option, changeId },
    // The next time the machine may have more time for one.
    noComingIn: null,
    ...(place.item ? { label: { ...place.label, title: place.item.title, artist: place.item.artist } } : {}),
  }));
}

/** By item, so that a changed plan finds what was shown before; the oldest are forgotten. */
function remember(air: Air): Air {
  const news = air.places.flatMap((place) => {
    const { item } = place;
    const shown = memorable(place);
    if (!item || !shown || air.remembered.get(item.itemId)?.videoKey === shown.videoKey) return [];
    return [[item.itemId as string, shown] as const];
  });
  if (news.length === 0) return air;
  const isNew = new Set(news.map(([itemId]) => itemId));
  const kept = [...air.remembered].filter(([itemId]) => !isNew.has(itemId));
  return { ...air, remembered: new Map([...kept, ...news].slice(-REMEMBERED_MAX)) };
}

/** What may stand in for the picture of its item under another plan: of what moves the still scene. null: nothing. */
function memorable({ given, view, stands }: Place): Remembered | null {
  const still = stands["still-scene"];
  if (view?.isMoving) return still?.is === "ready" ? { videoKey: still.video.key, look: view.look, truth: view.truth } : null;
  const isScene = given?.rung === "wanted" || given?.rung === "still-scene";
  if (!given?.look || given.truth === null || !isScene) return null;
  return { videoKey: given.video.key, look: given.look, truth: given.truth };
}

/** Under the place, counted from what sounds: each may have another background. */
export function backgroundOf(air: Air, place: Place) {
  if (hasBegun(place)) return backgroundAt(air.rotation, air.plan, 0);
  const at = comingPlaces(air).findIndex(({ id }) => id === place.id);
  return backgroundAt(air.rotation, air.plan, Math.max(0, at) + 1);
}

/** As the plan has it now; what was taken out of the list plays to its end as it was. */
export function itemNow(air: Pick<Air, "plan">, place: Place): PlanItem | null {
  return air.plan.items.find(({ itemId }) => itemId === place.label.itemId) ?? place.item;
}

/** The same of what has begun, with the file that sounds, whatever its track has now: joins are made from it. null: nothing can be. */
export function itemSounding({ item: sounds, label }: Place, now: PlanItem): PlanItem | null {
  if (!sounds) return isMadeFrom(label, now) ? now : null;
  const { audio, loudness, durationMs } = sounds;
  return { ...now, audio, loudness, durationMs };
}
