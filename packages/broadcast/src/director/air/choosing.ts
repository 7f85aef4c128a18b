import { isDeepStrictEqual } from "node:util";
import type { Plan, PlanItem } from "@nightjar/contract";
import { fadeBetween } from "../choose/fade.ts";
import { runOf } from "../choose/gapless-run.ts";
import { type Chosen, type Programme, chooseNext } from "../choose/programme.ts";
import { type Air, type Place, comingPlaces, hasBegun } from "./air.ts";
import { SLATE_LABEL, labelOf } from "./segments.ts";

/** Items kept ready behind the one sounding. */
const AHEAD = 2;

export function isPlayable({ leftOut }: Pick<Air, "leftOut">, { audio }: PlanItem): boolean {
  return audio !== null && !leftOut.has(audio.sha256);
}

/**
 * Chooses what is to come, from what sounds on. What was chosen before and sounds the same now stays where it is, with all that
 * was made for it; from the first other one on everything is made anew, because each goes on from the one before.
 */
export function chooseComing(air: Air): Air {
  if (!air.isToChoose || (air.stage !== "opening" && air.stage !== "open")) return air;
  const { chosen, programme } = chooseAhead(air);
  const before = comingPlaces(air);
  let kept = 0;
  while (kept < chosen.length && isKept(air, before[kept], chosen[kept], kept === 0)) kept += 1;
  const outdated = new Map(before.slice(kept).map((place) => [place.id, place]));
  const places = air.places.flatMap((place) => {
    if (outdated.has(place.id)) return place.stage === "queued" ? [{ ...place, stage: "outdated" as const }] : [];
    const at = before.findIndex(({ id }) => id === place.id);
    const again = at >= 0 ? chosen[at] : undefined;
    return [again ? { ...place, item: again.item, label: labelOf(again.item, again.because), soundPlan: air.plan } : place];
  });
  const news = chosen
    .slice(kept)
    .map((one, index) => newPlace(air, air.lastPlaceId + 1 + index, one, air.jump !== null && kept + index === 0));
  return { ...air, programme, isToChoose: false, places: [...places, ...news], lastPlaceId: air.lastPlaceId + news.length };
}

function chooseAhead(air: Air): { readonly chosen: readonly Chosen[]; readonly programme: Programme } {
  const { plan, anchor, jump } = air;
  let { programme } = air;
  const chosen: Chosen[] = jump ? [jump.chosen] : [];
  while (chosen.length < AHEAD) {
    const queued = chosen.map(({ item }) => item.itemId);
    const next = chooseNext(programme, plan, queued, anchor, (item) => isPlayable(air, item));
    programme = next.programme;
    if (!next.chosen) break;
    chosen.push(next.chosen);
  }
  return { chosen, programme };
}

function isKept(air: Air, place: Place | undefined, chosen: Chosen | undefined, isFirst: boolean): boolean {
  if (!place?.item || !chosen || place.item.itemId !== chosen.item.itemId) return false;
  if (place.isJump !== (air.jump !== null && isFirst)) return false;
  return soundsTheSame(place.item, place.soundPlan, chosen.item, air.plan);
}

/** An edit of the picture leaves the sound alone. */
function soundsTheSame(before: PlanItem, planBefore: Plan, item: PlanItem, plan: Plan): boolean {
  if (planBefore === plan) return true;
  const heard = (of: PlanItem, by: Plan) => {
    const run = runOf(by, of).map(({ itemId, audio, loudness, durationMs }) => ({ itemId, sha256: audio?.sha256, loudness, durationMs }));
    return { run, isGapless: of.isGapless, crossfadeMs: by.crossfadeMs, targetLufs: by.targetLufs, profileId: by.profileId };
  };
  return isDeepStrictEqual(heard(before, planBefore), heard(item, plan));
}

const NOTHING = {
  ...{
    stage: "coming",
    serial: null,
    onAirAtMs: null,
    startedAt: null,
    withdrawnAtMs: null,
    sound: null,
    cut: null,
    joining: null,
    comingIn: null,
  },
  ...{
    isSoundRendering: false,
    noComingIn: null,
    viewFor: null,
    view: null,
    motionless: null,
    stands: {},
    retries: {},
    earlier: null,
    given: null,
  },
  ...{ changes: [], replaced: [], writtenPictures: [], isJump: false, isBridge: false },
} as const satisfies Partial<Place>;

function newPlace({ plan }: Air, id: number, { item, because }: Chosen, isJump: boolean): Place {
  return { ...NOTHING, id, isSlate: false, item, label: labelOf(item, because), soundPlan: plan, isJump };
}

/** What sounds and is shown where nothing else can be. */
export function slatePlace({ plan, slate }: Pick<Air, "plan" | "slate">, id: number): Place {
  const sound = slate && { audio: slate.silence, phase: null, fadeIn: null };
  return { ...NOTHING, id, isSlate: true, item: null, label: SLATE_LABEL, soundPlan: plan, sound };
}

/** When it is over, monotonic; null: it has no end, or has not begun. */
export function endOf({ onAirAtMs, isSlate, label }: Place): number | null {
  return onAirAtMs === null || isSlate ? null : onAirAtMs + label.durationMs;
}

/** How long a place is heard until the one after it comes in. */
export function aloneMs(air: Pick<Air, "plan">, place: Place, after: Place): number {
  return Math.max(0, place.label.durationMs - fadeInto(air, place, after));
}

/** How long both are heard where one follows the other. A sound that was made without a phase goes on from nothing. */
export function fadeInto({ plan }: Pick<Air, "plan">, { label: before }: Place, { item, label, sound }: Place): number {
  return fadeBetween(plan, before, { ...label, isGapless: item?.isGapless === true && sound?.phase !== null });
}

/** When it begins, as far as can be told, monotonic; null: as soon as it is there. */
export function beginOf(air: Pick<Air, "places" | "plan" | "openingAtMs">, place: Place): number | null {
  if (hasBegun(place)) return place.onAirAtMs;
  if (place.isJump) return null;
  const ahead = air.places
    .slice(0, air.places.indexOf(place))
    .filter(({ stage, isSlate }) => stage !== "outdated" && stage !== "withdrawn" && !isSlate);
  const last = air.places.findLast(hasBegun);
  const sounding = last?.isSlate ? undefined : last;
  const between = ahead.filter((other) => other === sounding || !hasBegun(other));
  const sinceMs = last ? last.onAirAtMs : air.openingAtMs;
  // With nothing that sounds before it, it is awaited.
  if (between.length === 0 || sinceMs === null) return null;
  return between.reduce((atMs, one, at) => atMs + aloneMs(air, one, between[at + 1] ?? place), sinceMs);
}

/** What is to follow must be there this long before: the timeline writes ahead of its time, and a join leaves earlier still. */
export const NOTICE_MS = 4000;

/** When what follows must be there, monotonic; null: nothing sounds that has an end. */
export function nextDueAtMs(air: Pick<Air, "places" | "plan">): number | null {
  const sounding = air.places.findLast(hasBegun);
  if (!sounding || sounding.isSlate || sounding.onAirAtMs === null) return null;
  const next = comingPlaces(air)[0] ?? sounding;
  return sounding.onAirAtMs + aloneMs(air, sounding, next) - NOTICE_MS;
}
