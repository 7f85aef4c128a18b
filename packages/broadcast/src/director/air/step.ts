import { isDeepStrictEqual } from "node:util";
import { type Plan, type PlanItem, showsStats } from "@nightjar/contract";
import { isSameBackground } from "../choose/rotation.ts";
import { type Air, type Now, type Place, hasBegun, heardPlace, pictureOnAir, soundingPlace } from "./air.ts";
import type { AirEffect, AirEvent, EventOf, Growing, Stepped } from "./events.ts";
import { slateReason } from "./reasons.ts";
import { retryAtOnce } from "./retrying.ts";
import * as session from "./session-events.ts";
import { settle } from "./settling.ts";
import * as wished from "./wish-events.ts";
import type { Wish, WishId } from "./wishes.ts";

type AnswerKind = Extract<AirEvent, { wish: WishId }>["is"];
type Handlers = { readonly [Kind in Exclude<AirEvent["is"], AnswerKind>]: (air: Air, event: EventOf<Kind>, now: Now) => Air };
type AnswerHandlers = { readonly [Kind in AnswerKind]: (air: Air, event: EventOf<Kind>, wish: Wish, now: Now) => Air };

/** What each event changes by itself; what follows from that is the same for all. */
const HANDLERS: Handlers = {
  plan: session.takePlan,
  skip: session.skip,
  jump: session.jump,
  "update-wanted": session.wantUpdate,
  stop: session.stop,
  begin: session.begin,
  adopt: session.adopt,
  "given-up": session.giveUp,
  released: session.release,
  written: session.takeWritten,
  shown: session.takeShown,
  moved: session.move,
  clock: (air) => air,
  "left-out": (air, { leftOut }) => ({ ...air, leftOut, isToChoose: true }),
  room: retryAtOnce,
  bare: (air, { bare }) => ({ ...air, bare }),
  better: wished.takeBetter,
  broken: (air) => air,
  overtaken: wished.takeOvertaken,
};

/** The same of answers, with the wish they answer. */
const ANSWER_HANDLERS: AnswerHandlers = {
  sound: wished.takeSound,
  "sound-rendering": wished.takeSoundRendering,
  "no-sound": wished.takeNoSound,
  view: wished.takeView,
  picture: wished.takePicture,
  join: wished.takeJoin,
  "coming-in": wished.takeComingIn,
  "going-over": wished.takeGoingOver,
  entry: wished.takeEntry,
  cut: wished.takeCut,
  silence: wished.takeSilence,
};

/**
 * What an event makes of a session's air, and what is to be done about it. Pure: it waits for nothing and does nothing. The one
 * place where an answer is dropped whose wish is no longer there.
 */
export function step(air: Air, event: AirEvent, now: Now): Stepped {
  const handled = handle(air, event, now);
  if (!handled) return { air, effects: [] };
  const settled = settle(handled, now);
  const effects = consequences(air, settled, event);
  const updates = settled.updates.filter(({ outcome }) => outcome === null);
  return { air: updates.length === settled.updates.length ? settled : { ...settled, updates }, effects };
}

/** null: it answers a wish that is none any more. */
function handle(air: Air, event: AirEvent, now: Now): Air | null {
  if (!("wish" in event)) return handleOne(event.is, air, event, now);
  const wish = air.wishes.get(event.wish);
  return wish ? handleAnswer(event.is, air, event, wish, now) : null;
}

function handleOne<Kind extends keyof Handlers>(kind: Kind, air: Air, event: EventOf<Kind>, now: Now): Air {
  return HANDLERS[kind](air, event, now);
}

function handleAnswer<Kind extends AnswerKind>(kind: Kind, air: Air, event: EventOf<Kind>, wish: Wish, now: Now): Air {
  return ANSWER_HANDLERS[kind](air, event, wish, now);
}

/** Whatever differs from before is to be done; nothing else is. */
function consequences(before: Air, after: Air, event: AirEvent): AirEffect[] {
  const effects: readonly AirEffect[][] = [
    wishes(before, after),
    before.plan === after.plan ? [] : [{ do: "keep-later" as const, plan: after.plan }],
    event.is === "broken" ? remade(after, event.key) : [],
    line(before, after, event),
    pictures(before, after),
    announcements(before, after),
    memories(before, after),
    watching(before, after),
    after.updates.flatMap(({ ticket, outcome }) => (outcome ? [{ do: "answer-update" as const, ticket, update: outcome }] : [])),
    fading(before, after),
    isTold(before, after) ? [{ do: "tell" as const }] : [],
  ];
  return effects.flat();
}

function wishes(before: Air, after: Air): AirEffect[] {
  if (before.wishes === after.wishes) return [];
  const gone = [...before.wishes.values()].filter(({ id }) => !after.wishes.has(id));
  return [
    ...gone.map((wish) => ({ do: "drop" as const, wish: wish.id, isNeededLater: isNeededLater(after, wish) })),
    ...[...after.wishes.values()].flatMap((wish): AirEffect[] => {
      const known = before.wishes.get(wish.id);
      if (!known) return [{ do: "ask", wish }];
      return isSameTime(known.dueAtMs, wish.dueAtMs) ? [] : [{ do: "reschedule", wish: wish.id, dueAtMs: wish.dueAtMs }];
    }),
  ];
}

/** Sooner or later by less than this changes no order. */
const SAME_TIME_MS = 500;

function isSameTime(a: number | null, b: number | null): boolean {
  return a === b || (a !== null && b !== null && Math.abs(a - b) < SAME_TIME_MS);
}

function isNeededLater({ plan, stage }: Air, wish: Wish): boolean {
  return (stage === "open" || stage === "opening") && isMetAgain(plan, wish);
}

/** A picture as long as its track is met again in the next round, as long as the plan still wants it. */
export function isMetAgain(plan: Plan, wish: Wish): boolean {
  if (wish.wants !== "picture") return false;
  const backgrounds = [plan.background, ...(plan.autoSwitch === "never" ? [] : plan.rotation)];
  if (!backgrounds.some((background) => isSameBackground(background, wish.plan.background))) return false;
  const wanted = drawnOf(wish.item);
  // Each push of a plan is made of new objects.
  return isDeepStrictEqual(drawn(wish.plan), drawn(plan)) && plan.items.some((item) => isDeepStrictEqual(drawnOf(item), wanted));
}

/** What of a plan decides the pictures of its items. */
function drawn({ scene, media, channelName, profileId, quality, renderEncoder, stats }: Plan) {
  return { scene, media, channelName, profileId, quality, renderEncoder, stats: showsStats(scene) ? stats : null };
}

/** What of an item decides its picture. */
function drawnOf({ title, artist, durationMs, artwork }: PlanItem) {
  return { title, artist, durationMs, artwork: artwork?.sha256 ?? null };
}

/** What uses a unit that is broken has it made again, and finds it under the same name. */
function remade({ places, plan }: Air, key: string): AirEffect[] {
  const broken = places.flatMap(({ id, item, sound, stands, viewFor, soundPlan }): Wish[] => {
    const base = { id: `remake:${id}`, place: id, dueAtMs: null };
    const isSound = item && sound?.audio.key === key;
    const shown = viewFor && { plan: { ...viewFor.plan, background: viewFor.background }, item: viewFor.item };
    const levels = (["wanted", "still-scene", "background", "plain"] as const).filter((level) => {
      const stand = stands[level];
      return stand?.is === "ready" && stand.video.key === key;
    });
    return [
      ...(isSound ? [{ ...base, wants: "sound" as const, plan: soundPlan, item, before: null, isFirst: false, phase: sound.phase }] : []),
      ...(shown ? levels.map((level) => ({ ...base, wants: "picture" as const, level, ...shown, isMoving: false })) : []),
    ];
  });
  return plan.items.length === 0 || broken.length === 0 ? [] : [{ do: "remake", wishes: broken }];
}

function line(before: Air, after: Air, event: AirEvent): AirEffect[] {
  const { told, stage } = after;
  const [first, ...rest] = told;
  if (event.is === "adopt") return [resumed(event, told)];
  if (told === before.told) return [];
  const isOpened = stage === "open" && before.stage !== "open";
  if (isOpened) return first ? [{ do: "open", segments: [first, ...rest] }] : [];
  // The thread leaves out by itself what it has begun.
  const isBegun =
    told.length === 0 &&
    !after.places.some(({ stage, serial }) => stage === "withdrawn" && before.told.some((one) => one.serial === serial));
  return isBegun || stage === "idle" ? [] : [{ do: "queue", segments: told }];
}

/** What has begun goes on as it was told. */
function resumed({ segments, point }: EventOf<"adopt">, told: Air["told"]): AirEffect {
  const { audioSerial } = point.state;
  const [first, ...others] = segments;
  const begun = others.filter(({ serial }) => serial <= audioSerial);
  return { do: "resume", segments: [first, ...begun, ...told.filter(({ serial }) => serial > audioSerial)], point };
}

function pictures(before: Air, after: Air): AirEffect[] {
  return after.places.flatMap(({ serial, changes, ...place }) => {
    const isNew = hasBegun({ ...place, serial, changes }) && changes.some(({ id }) => id > before.lastChangeId);
    return isNew && serial !== null ? [{ do: "show" as const, serial, changes }] : [];
  });
}

function announcements(before: Air, after: Air): AirEffect[] {
  const heard = new Set(before.places.filter(({ stage }) => stage === "heard").map(({ id }) => id));
  return after.places.flatMap((place): AirEffect[] => {
    const { id, stage, serial, startedAt, label } = place;
    if (stage !== "heard" || heard.has(id) || serial === null || startedAt === null) return [];
    return [{ do: "announce", serial, label, startedAt }];
  });
}

function memories(before: Air, { programme: { played }, rotation }: Air): AirEffect[] {
  const isPlayed = played !== before.programme.played && played.last;
  return [
    ...(isPlayed ? [{ do: "remember-play" as const, play: isPlayed, played }] : []),
    ...(rotation === before.rotation ? [] : [{ do: "keep-rotation" as const, rotation }]),
  ];
}

function watching(before: Air, after: Air): AirEffect[] {
  const growing = growingOf(after);
  return isSameGrowth(growingOf(before), growing) ? [] : [{ do: "watch", growing }];
}

const isSameGrowth = (a: Growing | null, b: Growing | null) => a?.videoKey === b?.videoKey && a?.onAirAtMs === b?.onAirAtMs;

/** The picture of what sounds that is as long as its track, and still being rendered. */
function growingOf(air: Air): Growing | null {
  const place = soundingPlace(air);
  if (!place?.given || place.onAirAtMs === null || place.given.rung !== "wanted" || !place.view?.isMoving) return null;
  return place.given.video.isComplete ? null : { videoKey: place.given.video.key, onAirAtMs: place.onAirAtMs };
}

function fading(before: Air, { fade }: Air): AirEffect[] {
  const isOver = fade !== before.fade && (fade === "there" || fade === "impossible");
  return isOver ? [{ do: "faded", isThere: fade === "there" }] : [];
}

function isTold(before: Air, after: Air): boolean {
  return (
    !isSameHeard(heardPlace(before), heardPlace(after)) ||
    whySlate(before) !== whySlate(after) ||
    before.told !== after.told ||
    before.jump !== after.jump ||
    before.stage !== after.stage
  );
}

/** It depends on what is to come. null: no slate is heard. */
function whySlate(air: Air): string | null {
  return heardPlace(air)?.isSlate ? slateReason(air) : null;
}

/** All that is told of it is the same. */
function isSameHeard(was: Place | null, is: Place | null): boolean {
  if (!was || !is) return was === is;
  const isSamePicture = pictureOnAir(was) === pictureOnAir(is) && was.stands === is.stands && was.view === is.view;
  return was.id === is.id && was.onAirAtMs === is.onAirAtMs && isSamePicture && was.motionless === is.motionless;
}
