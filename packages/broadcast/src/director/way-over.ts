import { type Plan, profileOf } from "@nightjar/contract";
import { monotonicMs } from "../playout/monotonic.ts";
import { LEAD_MS } from "../playout/pace.ts";
import { secondGop } from "../render/gop-entry.ts";
import type { MovingTransition } from "../render/transition.ts";
import { streamClock } from "../timeline/clock.ts";
import type { PictureChange } from "../timeline/segment.ts";
import type { UnitRef } from "../timeline/unit.ts";
import type { HeadOfAir, Locator } from "./locator.ts";
import { type ChangeWish, type OldBackground, type PictureChanger, isSameBackground } from "./picture-changer.ts";
import { withinMs } from "./within.ts";

/** The transition is planned so far ahead of what is written: it is rendered meanwhile. */
const MARGIN_MS = 900;
/** One that takes longer is left out: the new picture is not to wait for it. */
const MAKING_MAX_MS = 1200;
/** Transitions begin on this beat of the background that goes, so that the same one is met again. */
const BEAT_MS = 500;

/** A unit that brings the next background in, and where that one's own composite goes on behind it. */
export interface WayOver {
  readonly via: UnitRef;
  /** Not before this frame of the session. */
  readonly fromFrame: number;
  readonly entry: PictureChange["entry"];
}

export function movingTransition(plan: Plan, from: OldBackground["background"] | null): MovingTransition | null {
  const { transition, background } = plan;
  return transition === "instant" || from === null || isSameBackground(from, background) ? null : transition;
}

/** From what is shown to `unit` while an item sounds; null: there is none in time, so it is cut. */
export async function wayOver(
  changer: PictureChanger,
  locator: Locator,
  wish: ChangeWish,
  from: OldBackground["background"] | null,
  unit: UnitRef,
): Promise<WayOver | null> {
  const kind = movingTransition(wish.plan, from);
  const head = kind && (await locator.locate());
  if (!kind || !head || !from) return null;
  const { frame, unitMs } = planCut(wish.plan, head);
  const making = changer.transition(wish, { background: from, unitMs }, kind).then(({ done }) => done);
  making.catch(() => undefined);
  const via = await withinMs(making, MAKING_MAX_MS);
  const entry = via && (await secondGop(unit, profileOf(wish.plan).gopFrames));
  return via && { via, fromFrame: frame, ...entryOf(entry) };
}

export const entryOf = (entry: { offset: number; frame: number } | null): { entry: PictureChange["entry"] } => ({
  entry: entry ?? undefined,
});

/** The first frame on the beat, and right for a cut, that is not written when the transition is made. */
function planCut(plan: Plan, { shown, onAirAtMs }: HeadOfAir): { frame: number; unitMs: number } {
  const { framesPerSecond } = profileOf(plan);
  const { frameMs } = streamClock(profileOf(plan));
  const aheadFrames = Math.ceil(Math.max(0, monotonicMs() + LEAD_MS - onAirAtMs + MARGIN_MS) / frameMs);
  const beatFrames = (BEAT_MS * framesPerSecond) / 1000;
  // Behind an I or P picture and its B-frames: one picture off a third.
  const unitFrame = Math.ceil((shown.unitFrame + aheadFrames - 1) / beatFrames) * beatFrames + 1;
  return { frame: shown.frame + unitFrame - shown.unitFrame, unitMs: Math.round(unitFrame * frameMs) };
}
