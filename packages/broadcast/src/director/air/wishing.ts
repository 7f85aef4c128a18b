import { isSameBackground } from "../choose/rotation.ts";
import { type Air, type Place, comingPlaces, hasBegun, soundingPlace } from "./air.ts";
import { NOTICE_MS, aloneMs, beginOf } from "./choosing.ts";
import { levelsOf } from "./levels.ts";
import { backgroundOf, betterFor, isEntered, isSatisfied, itemNow, presentFor } from "./pictures.ts";
import { beforeOf } from "./segments.ts";
import { comingInKey, transitionBetween, transitionInto } from "./transitions.ts";
import type { PlacedItem, Wish, WishId } from "./wishes.ts";

/** What the air needs and does not have, as it stands. What is asked for already keeps the wish it was asked with. */
export function wishFor(air: Air): Air {
  const needed = air.stage === "ending" ? silence(air) : air.stage === "opening" || air.stage === "open" ? needs(air) : [];
  const wishes = new Map<WishId, Wish>(
    needed.map((wish) => {
      const known = air.wishes.get(wish.id);
      return [wish.id, known ? (known.dueAtMs === wish.dueAtMs ? known : { ...known, dueAtMs: wish.dueAtMs }) : wish];
    }),
  );
  const isSame = wishes.size === air.wishes.size && [...wishes].every(([id, wish]) => air.wishes.get(id) === wish);
  return isSame ? air : { ...air, wishes };
}

function silence({ plan, fade }: Air): Wish[] {
  return fade !== "making" ? [] : [{ id: "silence", place: 0, dueAtMs: null, wants: "silence", plan }];
}

function needs(air: Air): Wish[] {
  const sounding = soundingPlace(air);
  const coming = comingPlaces(air);
  return [
    ...(sounding && !sounding.isSlate ? [...lookingUp(air, sounding), ...pictures(air, sounding), ...changing(air, sounding)] : []),
    ...coming.flatMap((place) => [...sound(air, place), ...lookingUp(air, place), ...pictures(air, place), ...leading(air, place)]),
  ];
}

function dueOf(air: Air, place: Place): number | null {
  const beginMs = beginOf(air, place);
  if (beginMs === null || hasBegun(place)) return beginMs;
  return beginMs - NOTICE_MS;
}

/** An item in its place, as what is joined to it must know it. */
function placed({ item, sound: made, soundPlan, isSlate }: Place): PlacedItem | null {
  return item && made && !isSlate ? { item, phase: made.phase, plan: soundPlan } : null;
}

/** One behind the other: whether it goes on from the one before is only known with that. */
function sound(air: Air, place: Place): Wish[] {
  if (place.sound || !place.item) return [];
  const before = beforeOf(air, place);
  if (before && !before.isSlate && !before.sound) return [];
  const from = place.isJump || !before ? null : placed(before);
  const { id, item, soundPlan: plan } = place;
  const wish = { id: `sound:${id}`, place: id, dueAtMs: dueOf(air, place), wants: "sound", plan, item } as const;
  return [{ ...wish, before: from, isFirst: !before || before.isSlate }];
}

/** A changed plan, background or item may look otherwise. */
export function isLookedUp(air: Air, place: Place): boolean {
  const { viewFor } = place;
  if (!viewFor) return false;
  return (
    viewFor.version === air.planVersion &&
    viewFor.item === itemNow(air, place) &&
    isSameBackground(viewFor.background, backgroundOf(air, place))
  );
}

function lookingUp(air: Air, place: Place): Wish[] {
  const item = itemNow(air, place);
  if (!item || isLookedUp(air, place)) return [];
  const background = backgroundOf(air, place);
  const plan = { ...air.plan, background };
  const remembered = air.remembered.get(item.itemId);
  const id = `view:${place.id}:${air.planVersion}:${background.kind === "default" ? "default" : background.file.sha256}`;
  return [
    { id, place: place.id, dueAtMs: dueOf(air, place), wants: "view", plan, item, earlierKeys: remembered ? [remembered.videoKey] : [] },
  ];
}

function pictures(air: Air, place: Place): Wish[] {
  const { view, viewFor } = place;
  // What is on air keeps what it was given, until it is known what is wanted now.
  if (!view || !viewFor) return [];
  const plan = { ...viewFor.plan, background: viewFor.background };
  const dueAtMs = dueOf(air, place);
  // An edit of what sounds is wanted from then on, and not since the track began.
  const sinceMs = hasBegun(place) && dueAtMs !== null ? Math.max(dueAtMs, view.sinceMs) : dueAtMs;
  // What failed is wished for again once it is to be tried again.
  const levels = levelsOf(air, place).filter((level) => place.stands[level]?.is !== "failed");
  return levels.map((level) => ({
    ...{ id: `picture:${place.id}:${view.look.hash}:${level}`, place: place.id, dueAtMs: sinceMs },
    ...{ wants: "picture", level, plan, item: viewFor.item, isMoving: view.isMoving && level === "wanted" },
  }));
}

/** How sound and picture come over from the place before. */
function leading(air: Air, place: Place): Wish[] {
  const before = beforeOf(air, place);
  const [from, after] = [before && placed(before), placed(place)];
  if (!before || !from || !after) return [];
  const { id } = place;
  const dueAtMs = dueOf(air, place);
  const isJoined = place.isJump || place.joining?.afterId === before.id;
  const join = { id: `join:${id}:${before.id}`, place: id, dueAtMs, wants: "join", plan: air.plan, before: from, after } as const;
  return [...(isJoined ? [] : [join]), ...comingIn(air, before, place), ...cut(air, place)];
}

function comingIn(air: Air, before: Place, place: Place): Wish[] {
  const way = transitionInto(air, before, place);
  const { given, id, item, viewFor } = place;
  if (!way || !given || !item || !viewFor || place.comingIn?.videoKey === given.video.key) return [];
  // While one of the pictures is to be another, it is not known what comes in over what.
  if (isToChange(air, before) || isToChange(air, place)) return [];
  const plan = { ...viewFor.plan, background: viewFor.background };
  const unitMs = aloneMs(air, before, place);
  const wish = { id: `coming-in:${id}:${comingInKey(before, place)}`, place: id, dueAtMs: dueOf(air, place), wants: "coming-in" } as const;
  return [{ ...wish, plan, item, ...way, unitMs, video: given.video }];
}

function isToChange(air: Air, place: Place): boolean {
  const scene = place.stands[place.view?.isMoving ? "still-scene" : "wanted"];
  return !isLookedUp(air, place) || (!isSatisfied(place) && scene?.is !== "failed");
}

/** Prepared for the segment it is to be: what sounds is left for nothing else. */
function cut(air: Air, place: Place): Wish[] {
  const { jump, plan, lastSerial } = air;
  if (!jump || !place.isJump || !place.sound || !place.item || jump.answered >= jump.attempt) return [];
  const { id, item, serial } = place;
  const wish = { id: `cut:${id}:${jump.attempt}`, place: id, dueAtMs: null, wants: "cut", plan, item } as const;
  return [{ ...wish, serial: serial ?? lastSerial + 1, marginMs: jump.marginMs }];
}

/** What is made for other pictures of what sounds, beside those. */
function changing(air: Air, place: Place): Wish[] {
  const { viewFor, onAirAtMs } = place;
  if (!viewFor || onAirAtMs === null) return [];
  const plan = { ...viewFor.plan, background: viewFor.background };
  const [better, present] = [betterFor(air, place), presentFor(air, place)];
  const wish = { place: place.id, dueAtMs: null, plan } as const;
  const wishes: Wish[] = [];
  if (better && isEntered(place, better)) {
    const { video } = better;
    wishes.push({ ...wish, id: `entry:${place.id}:${video.key}:${onAirAtMs}`, wants: "entry", onAirAtMs, video });
  }
  const way = present && transitionBetween(air, place, present);
  if (way) {
    const { video } = present;
    const id = `going-over:${place.id}:${place.given?.video.key}>${video.key}`;
    wishes.push({ ...wish, id, wants: "going-over", item: viewFor.item, ...way, video });
  }
  return wishes;
}
