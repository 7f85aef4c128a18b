import type { Plan } from "@nightjar/contract";
import { sceneMoves } from "@nightjar/contract";
import { type Programme, chooseNext, indexOf, itemAired, placeIn } from "../choose/programme.ts";
import { type Rotation, changedRotation, trackBegun } from "../choose/rotation.ts";
import type { PictureChange, Segment } from "../../timeline/segment.ts";
import {
  type Air,
  type GivenPicture,
  type Jump,
  type Now,
  type Place,
  type WrittenPicture,
  announcedPlace,
  hasBegun,
  heardPlace,
  newestPicture,
  soundingPlace,
} from "./air.ts";
import { isPlayable, slatePlace } from "./choosing.ts";
import type { EventOf } from "./events.ts";
import { bridgeLate } from "./line.ts";
import { withoutFailed } from "./retrying.ts";
import { isCutShort, isMadeFrom, rungOf, segmentOf } from "./segments.ts";
import { START_DEADLINE_MS, nextAttempt } from "./settling.ts";

/** What the making of a cut may take, at first; on a busy machine it is tried again with more. */
const MARGIN_MS = 500;
/** What is told of a picture that says nothing of itself. */
const WANTED = { level: "wanted", reason: null } as const;

/** @param wallMs Unix time */
export function newAir(plan: Plan, programme: Programme, rotation: Rotation): Air {
  const last = programme.played.last?.[3];
  return {
    ...{
      plan,
      planVersion: 1,
      stage: "idle",
      slate: null,
      openingAtMs: null,
      places: [],
      isToChoose: true,
      leftOut: new Set(),
      bare: new Map(),
    },
    ...{ programme, rotation, jump: null, wishes: new Map(), remembered: new Map(), updates: [], fade: null, leftSerial: null, told: [] },
    // A session that begins anew goes on behind what it has played last.
    anchor: last === undefined ? null : { itemId: last, index: indexOf(plan, last) },
    ...{ lastPlaceId: 0, lastChangeId: 1 },
    // What is remembered goes by serials: none is used twice in a session, also where its timeline begins anew.
    lastSerial: Math.max(rotation.serial, programme.played.last?.[1] ?? 0),
  };
}

export function takePlan(air: Air, { plan }: EventOf<"plan">, { wallMs }: Now): Air {
  const rotation = changedRotation(air.rotation, air.plan, plan, wallMs);
  const aim = air.jump && plan.items.find(({ itemId }) => itemId === air.jump?.chosen.item.itemId);
  const jump = air.jump && aim ? { ...air.jump, chosen: { ...air.jump.chosen, item: aim } } : null;
  const anchor = air.anchor && placeIn(plan, air.anchor, air.plan);
  return { ...air, plan, planVersion: air.planVersion + 1, rotation, jump, anchor, isToChoose: true };
}

/** Leaves what is heard for what follows it: for what follows that, when it is to be left already. */
export function skip(air: Air): Air {
  const left = leave(air);
  // Its successor is on its way, which is what was wanted, unless that was wanted before.
  if (announcedPlace(air) !== null && air.leftSerial !== left.leftSerial) return left;
  const queued = air.jump ? [air.jump.chosen.item.itemId] : [];
  const { chosen, programme } = chooseNext(air.programme, air.plan, queued, air.anchor, (item) => isPlayable(air, item));
  return chosen ? jumpTo({ ...left, programme }, chosen) : left;
}

/** Leaves what is heard for this item of the list. */
export function jump(air: Air, { itemId }: EventOf<"jump">): Air {
  const item = aimOf(air, itemId);
  return item ? jumpTo(leave(air), { item, because: null }) : air;
}

/** The item that a jump may lead to; null: it cannot be played, or nothing is on air. */
export function aimOf(air: Air, itemId: string) {
  const item = air.stage === "open" ? air.plan.items.find((candidate) => candidate.itemId === itemId) : undefined;
  return item && isPlayable(air, item) ? item : null;
}

const leave = (air: Air): Air => ({ ...air, leftSerial: heardPlace(air)?.serial ?? null });

function jumpTo(air: Air, chosen: Jump["chosen"]): Air {
  if (air.stage !== "open") return air;
  // What was prepared for another jump is not this one's.
  const places = air.places.flatMap((place) => {
    if (hasBegun(place) || !place.isJump) return [place];
    return place.stage === "coming" ? [] : [place.stage === "queued" ? { ...place, stage: "outdated" as const } : place];
  });
  const wanted: Jump = { chosen, marginMs: MARGIN_MS, attempt: 1, answered: 0, retryAtMs: null };
  return { ...air, places, jump: wanted, isToChoose: true };
}

/** Whatever failed before is tried again for what sounds. */
export function wantUpdate(air: Air, { ticket }: EventOf<"update-wanted">, { atMs }: Now): Air {
  const sounding = soundingPlace(air);
  const places = air.places.map((place) => {
    if (place.id !== sounding?.id) return place;
    return { ...withoutFailed(place, () => true), retries: {} };
  });
  const update = { ticket, deadlineMs: atMs + START_DEADLINE_MS, outcome: null };
  return { ...air, places, planVersion: air.planVersion + 1, updates: [...air.updates, update] };
}

/** What sounds fades away; nothing is prepared any more. */
export function stop(air: Air): Air {
  const sounding = soundingPlace(air);
  const canFade = air.stage === "open" && sounding !== null && !sounding.isSlate;
  return { ...air, stage: "ending", fade: canFade ? "making" : "impossible", jump: null, places: air.places.filter(hasBegun) };
}

export function begin(air: Air, { slate }: EventOf<"begin">, { atMs }: Now): Air {
  // What was shown before may have other headers: nothing of it is shown on these connections.
  return { ...emptied(air), remembered: new Map(), stage: "opening", slate, openingAtMs: atMs, isToChoose: true };
}

/** The thread has given it up, or it is left for another connection: nothing of it is heard any more. */
export function giveUp(air: Air): Air {
  return { ...emptied(air), stage: "idle" };
}

const emptied = (air: Air): Air => ({ ...air, places: [], told: [], jump: null, leftSerial: null, openingAtMs: null });

export function release(air: Air): Air {
  return { ...air, stage: "over", jump: null };
}

/** Goes on with the segments of an earlier process: what has not begun of them is chosen again. */
export function adopt(air: Air, { slate, segments, shown, sounding }: EventOf<"adopt">, now: Now): Air {
  const soundingSerial = sounding?.serial ?? segments[0].serial;
  const places = segments.map((segment, at) => inherited(air, segment, { id: air.lastPlaceId + 1 + at, soundingSerial, shown }));
  const changeIds = segments.flatMap(({ pictures = [] }) => pictures.map(({ id }) => id));
  const adopted: Air = {
    ...{ ...emptied(air), stage: "open", slate, places, told: segments, isToChoose: true },
    lastPlaceId: air.lastPlaceId + places.length,
    lastSerial: Math.max(air.lastSerial, ...segments.map(({ serial }) => serial)),
    lastChangeId: Math.max(air.lastChangeId, ...changeIds),
  };
  const begun = sounding && segments.find(({ serial }) => serial === sounding.serial);
  if (!begun) return adopted;
  const { onAirAtMs, startedAt } = sounding;
  return bridgeLate(write(adopted, { is: "written", segment: begun, onAirAtMs }, now, startedAt), now);
}

function inherited(
  { plan, slate }: Air,
  segment: Segment,
  { id, soundingSerial, shown }: { id: number; soundingSerial: number; shown: EventOf<"adopt">["shown"] },
): Place {
  const { serial, audio, phase = null, join = null, isSlate, pictures = [], label } = segment;
  const { picture: _picture, look: _look, ...words } = label;
  const item = plan.items.find((known) => known.itemId === label.itemId && isMadeFrom(label, known)) ?? null;
  const given = givenBy(segment);
  const isShort = sceneMoves(plan.scene) && isCutShort(given.video);
  const change = serial === shown.videoSerial ? pictures.find(({ id: at }) => at === shown.pictureId) : undefined;
  const own = ownPicture(segment, Number.NEGATIVE_INFINITY);
  return {
    ...slatePlace({ plan, slate }, id),
    ...{ serial, isSlate, item, label: words, sound: { audio, phase, fadeIn: null }, cut: join },
    stage: serial < soundingSerial ? "heard" : "outdated",
    motionless: isShort ? "overtaken" : null,
    given,
    changes: pictures.filter(({ id: at }) => at > (change?.id ?? 0)),
    writtenPictures: serial > soundingSerial ? [] : change ? [own, cutTo(change, own, shown.onAirAtMs)] : [own],
  };
}

export function takeWritten(air: Air, event: EventOf<"written">, now: Now): Air {
  return write(air, event, now, null);
}

/** A segment begins: the list goes on from it, and what was told before it and never began is gone. */
function write(air: Air, { segment, onAirAtMs }: EventOf<"written">, now: Now, startedAt: string | null): Air {
  const { serial } = segment;
  const at = air.places.findIndex((place) => place.serial === serial && !hasBegun(place));
  const place = air.places[at];
  if (!place) return air;
  const { itemId, trackId, artist } = place.label;
  const wasInherited = place.writtenPictures.length > 0;
  const written: Place = {
    ...place,
    ...{ stage: "written", onAirAtMs, startedAt: startedAt ?? new Date(now.wallMs + onAirAtMs - now.atMs).toISOString() },
    cut: segment.join ?? null,
    ...(wasInherited
      ? {}
      : { given: begunWith(air, place, segment), changes: segment.pictures ?? [], writtenPictures: [ownPicture(segment, onAirAtMs)] }),
  };
  // What was told after it is still to come, though it stands before one that was to be left out.
  const isToCome = (other: Place, index: number) => index > at || (other.serial ?? 0) > serial;
  const others = air.places.filter((other, index) => index !== at && !hasBegun(other) && isToCome(other, index));
  const places = [...air.places.filter(hasBegun), written, ...others];
  const aired = itemId !== null && trackId !== null ? itemAired(air.programme, serial, { itemId, trackId, artist }) : null;
  return {
    ...{ ...air, places, isToChoose: true, fade: air.fade === "queued" ? "there" : air.fade },
    programme: aired?.programme ?? air.programme,
    rotation: place.isSlate ? air.rotation : trackBegun(air.rotation, air.plan, serial, now.wallMs),
    anchor: itemId === null ? air.anchor : { itemId, index: indexOf(air.plan, itemId) },
    jump: landed(air.jump, place),
  };
}

function ownPicture({ video, label: { picture = WANTED, look } }: Segment, onAirAtMs: number): WrittenPicture {
  return { changeId: 0, video, picture, look: look ?? null, entryFrame: 0, onAirAtMs };
}

/** The newest picture it was told with. */
function givenBy({ isSlate, video, label, pictures = [] }: Segment): GivenPicture {
  const newest = pictures.at(-1) ?? { video, picture: label.picture, look: label.look, id: 0 };
  const { level } = newest.picture ?? WANTED;
  return { rung: isSlate ? "slate" : rungOf(level), video: newest.video, look: newest.look ?? null, truth: null, changeId: newest.id };
}

/** A better picture that was told of too late is not what it has begun with. */
function begunWith(air: Air, place: Place, begun: Segment): Place["given"] {
  const told = segmentOf(air, place);
  if (place.given && told && givenBy(told).video.key === givenBy(begun).video.key) return place.given;
  const given = givenBy(begun);
  return { ...given, truth: given.look?.hash === place.view?.look.hash ? (place.view?.truth ?? null) : null, changeId: 0 };
}

/** Where the operator wanted to go, or something that began meanwhile: then that is to be left. */
function landed(wish: Jump | null, place: Place): Jump | null {
  if (!wish) return null;
  return place.isJump && place.label.itemId === wish.chosen.item.itemId ? null : nextAttempt(wish);
}

/** It is written ahead of its time. One that was replaced a moment before is known by what was told of it. */
export function takeShown(air: Air, { serial, pictureId, onAirAtMs }: EventOf<"shown">): Air {
  const isLater = ({ id }: PictureChange) => id > pictureId;
  const places = air.places.map((place) => {
    const before = place.serial === serial ? newestPicture(place) : null;
    const change = [...place.replaced, ...place.changes].find(({ id }) => id === pictureId);
    if (!before || !change) return place;
    const writtenPictures = [...place.writtenPictures, cutTo(change, before, onAirAtMs)];
    return { ...place, writtenPictures, changes: place.changes.filter(isLater), replaced: place.replaced.filter(isLater) };
  });
  return { ...air, places };
}

function cutTo({ id, video, picture, look, entry }: PictureChange, before: WrittenPicture, onAirAtMs: number): WrittenPicture {
  return { changeId: id, video, picture: picture ?? before.picture, look: look ?? null, entryFrame: entry?.frame ?? 0, onAirAtMs };
}

/** Nobody has served the thread for a while: what is heard and seen goes on where it was left. */
export function move(air: Air, { byMs }: EventOf<"moved">): Air {
  const later = <T extends { readonly onAirAtMs: number | null }>(one: T): T =>
    one.onAirAtMs === null ? one : { ...one, onAirAtMs: one.onAirAtMs + byMs };
  return { ...air, places: air.places.map((place) => ({ ...later(place), writtenPictures: place.writtenPictures.map(later) })) };
}
