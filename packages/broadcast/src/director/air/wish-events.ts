import type { PictureChange } from "../../timeline/segment.ts";
import { type Air, type Place, type View, type Now, hasBegun, newestPicture, placeOf, soundingPlace, withPlace } from "./air.ts";
import type { EventOf } from "./events.ts";
import { backgroundOf, betterFor, changed, presentFor, itemNow, itemSounding } from "./pictures.ts";
import { beforeOf, givenLabel } from "./segments.ts";
import { slatePlace } from "./choosing.ts";
import { failedByMachine } from "./retrying.ts";
import { comingInKey } from "./transitions.ts";
import type { Wish } from "./wishes.ts";

/** A longer track has its still scene: its moving picture would be larger than 8 GB, and rendered for hours. */
const MOTION_MAX_MS = 4 * 60 * 60 * 1000;

export function takeSound(air: Air, { audio, phase, fadeIn }: EventOf<"sound">, { place: id }: Wish): Air {
  return withPlace(air, id, (place) => ({ ...place, sound: { audio, phase, fadeIn } }));
}

export function takeSoundRendering(air: Air, _: EventOf<"sound-rendering">, { place: id }: Wish): Air {
  return withPlace(air, id, (place) => ({ ...place, isSoundRendering: true }));
}

/** It cannot be played now: whatever was to follow is chosen again. */
export function takeNoSound(air: Air, { leftOut }: EventOf<"no-sound">, { place: id }: Wish): Air {
  const place = placeOf(air, id);
  const places = air.places.filter((other) => other.id !== id);
  return { ...air, leftOut, places, isToChoose: true, jump: place?.isJump ? null : air.jump };
}

export function takeView(air: Air, { view, earlier }: EventOf<"view">, { place: id }: Wish, { atMs }: Now): Air {
  return withPlace(air, id, (place) => {
    const item = itemNow(air, place);
    if (!item) return place;
    const viewFor = { plan: air.plan, version: air.planVersion, background: backgroundOf(air, place), item };
    const known = { ...place, item: hasBegun(place) ? itemSounding(place, item) : item, viewFor };
    if (place.view?.look.hash === view.look.hash) return known;
    const remembered = air.remembered.get(item.itemId);
    // Of this very look it is the still scene that is asked for, and not an earlier picture.
    const isStillScene = view.isMoving && remembered?.look.hash === view.look.hash;
    const isRemembered = earlier && remembered?.videoKey === earlier.key && !isStillScene;
    return {
      ...known,
      view: { ...view, sinceMs: atMs },
      motionless: motionlessOf(place, view, item.durationMs),
      ...{ stands: {}, retries: {} },
      earlier: isRemembered ? { video: earlier, look: remembered.look, truth: remembered.truth } : null,
    };
  });
}

function motionlessOf(place: Place, { isMoving, look }: Pick<View, "isMoving" | "look">, durationMs: number): Place["motionless"] {
  if (!isMoving) return null;
  if (durationMs > MOTION_MAX_MS) return "too-long";
  if (!hasBegun(place)) return null;
  // What moves begins with its track; what an earlier process gave it may still be that.
  return place.view === null && place.given?.look?.hash === look.hash ? place.motionless : "begun";
}

export function takePicture(air: Air, { stand }: EventOf<"picture">, wish: Wish, now: Now): Air {
  if (wish.wants !== "picture") return air;
  const { level } = wish;
  return withPlace(air, wish.place, (place) => ({
    ...place,
    stands: { ...place.stands, [level]: stand },
    retries: stand.is === "failed" && stand.isMachines ? failedByMachine(place, level, now) : place.retries,
  }));
}

export function takeJoin(air: Air, { join }: EventOf<"join">, { place: id }: Wish): Air {
  return withPlace(air, id, (place) => {
    const before = beforeOf(air, place);
    return before ? { ...place, joining: { afterId: before.id, join } } : place;
  });
}

export function takeComingIn(air: Air, { comingIn }: EventOf<"coming-in">, { place: id }: Wish): Air {
  return withPlace(air, id, (place) => {
    const before = beforeOf(air, place);
    return comingIn || !before ? { ...place, comingIn } : { ...place, noComingIn: comingInKey(before, place) };
  });
}

/** Without a transition it is cut to. */
export function takeGoingOver(air: Air, { over }: EventOf<"going-over">, wish: Wish): Air {
  const place = placeOf(air, wish.place);
  const better = place && presentFor(air, place);
  if (wish.wants !== "going-over" || !place || better?.video.key !== wish.video.key) return air;
  if (!over) return withPlace(air, place.id, (known) => ({ ...known, noComingIn: wish.video.key }));
  const { via, fromFrame, entry } = over;
  const behind = { video: better.video, fromFrame: 0, at: "loop-end" as const, ...(entry ? { entry } : {}) };
  return changed(air, place.id, better, [{ video: via, fromFrame, at: "cut" }, behind]);
}

export function takeEntry(air: Air, { entry: found }: EventOf<"entry">, { place: id }: Wish): Air {
  const place = placeOf(air, id);
  const better = place && betterFor(air, place);
  if (!found || !place || better?.video.key !== found.video.key) return air;
  return changed(air, id, { ...better, video: found.video }, [{ ...found, at: "cut" }]);
}

export function takeCut(air: Air, { join, retryAtMs }: EventOf<"cut">, { place: id }: Wish): Air {
  const { jump } = air;
  if (!jump) return air;
  const cut = withPlace(air, id, (place) => ({ ...place, cut: join }));
  return { ...cut, jump: { ...jump, answered: jump.attempt, retryAtMs } };
}

/** Silence under the picture that is there: nothing follows it. */
export function takeSilence(air: Air, { join }: EventOf<"silence">): Air {
  const before = join && air.places.find(({ serial }) => serial === join.afterSerial);
  const shown = before ? newestPicture(before) : null;
  if (!join || !shown) return { ...air, fade: "impossible" };
  const serial = air.lastSerial + 1;
  const given = { rung: "slate", video: shown.video, look: null, truth: null, changeId: 0 } as const;
  const place: Place = { ...slatePlace(air, air.lastPlaceId + 1), stage: "queued", serial, cut: join, given };
  return { ...air, places: [...air.places, place], lastPlaceId: place.id, lastSerial: serial, fade: "queued" };
}

/** The same picture, rendered better: what has not begun shows it, and what sounds goes over to it where its loop ends. */
export function takeBetter(air: Air, { key, video }: EventOf<"better">): Air {
  const places = air.places.map((place) => {
    const stands = Object.fromEntries(
      Object.entries(place.stands).map(([level, stand]) => [
        level,
        stand.is === "ready" && stand.video.key === key ? { ...stand, video } : stand,
      ]),
    );
    const earlier = place.earlier?.video.key === key ? { ...place.earlier, video } : place.earlier;
    const isStanding = Object.keys(stands).some(
      (level) => stands[level] !== Object.entries(place.stands).find(([name]) => name === level)?.[1],
    );
    return isStanding || earlier !== place.earlier ? { ...place, stands, earlier } : place;
  });
  const sounding = soundingPlace(air);
  const given = sounding?.given;
  if (!sounding || given?.video.key !== key) return { ...air, places };
  const id = air.lastChangeId + 1;
  const change: PictureChange = { id, video, fromFrame: 0, at: "loop-end", ...givenLabel(given) };
  const shown = withPlace({ ...air, places, lastChangeId: id }, sounding.id, (place) => ({
    ...place,
    changes: [...place.changes, change],
    // Nobody has asked for it: what was asked for is on air as it was.
    given: { ...given, video },
  }));
  return shown;
}

/** It grows more slowly than it is played: what stands still of it takes its place. */
export function takeOvertaken(air: Air, { videoKey }: EventOf<"overtaken">): Air {
  const sounding = soundingPlace(air);
  if (!sounding?.view?.isMoving || sounding.given?.video.key !== videoKey) return air;
  return withPlace(air, sounding.id, (place) => ({ ...place, motionless: "overtaken" }));
}
