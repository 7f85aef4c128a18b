import { setTimeout as pause } from "node:timers/promises";
import { type Logger, profileOf } from "@nightjar/contract";
import { withinMs } from "@nightjar/kit";
import { monotonicMs } from "../../playout/monotonic.ts";
import { LEAD_MS } from "../../playout/pace.ts";
import { entryAt, secondGop } from "../../render/gop-entry.ts";
import { type GrowthWatch, staysAhead } from "../../render/keeps-ahead.ts";
import type { Urgency } from "../../render/requests.ts";
import type { UnitHandle } from "../../render/unit-handle.ts";
import { REORDER_FRAMES, streamClock } from "../../timeline/clock.ts";
import type { UnitRef } from "../../timeline/unit.ts";
import type { ComingIn } from "../air/air.ts";
import type { PictureEntry, GoingOver } from "../air/events.ts";
import type { WishOf } from "../air/wishes.ts";
import type { PictureMaker } from "../prepare/picture-maker.ts";
import type { Slate } from "../prepare/slate.ts";
import type { HeadOfAir, Locator } from "./locator.ts";

/** A transition is planned so far ahead of what is written: it is rendered meanwhile. */
const OVER_MARGIN_MS = 900;
/** One that takes longer is left out: the new picture is not to wait for it. */
const OVER_MAKING_MAX_MS = 1200;
/** Transitions begin on this beat of the background that goes, so that the same one is met again. */
const BEAT_MS = 500;

const TRY_EVERY_MS = 1000;
/** Between the head of air and an entry: for finding the place in the file, and for the thread to be told. */
const ENTRY_MARGIN_MS = 1500;
const TELLING_MS = 600;

export interface TransitionMakerNeeds {
  readonly pictures: Pick<PictureMaker, "transition">;
  readonly locator: Locator;
  readonly slate: Slate;
  readonly log: Logger;
}

/** A picture that is there or grows, and how fast. */
export interface GrowingPicture {
  readonly handle: UnitHandle | null;
  readonly growth: GrowthWatch | null;
}

/** Makes what leads from one picture into another. */
export class TransitionMaker {
  readonly #needs: TransitionMakerNeeds;

  constructor(needs: TransitionMakerNeeds) {
    this.#needs = needs;
  }

  /** Over which a picture comes in that has not begun; null: it cannot be had. @param handle of the picture it leads into */
  async comingIn(wish: WishOf<"coming-in">, handle: UnitHandle | null, urgency: Urgency): Promise<ComingIn | null> {
    const { pictures, slate, log } = this.#needs;
    const { plan, item, kind, from, unitMs, video } = wish;
    try {
      const made = await pictures.transition({ plan, item }, { background: from, unitMs }, kind, slate.headers, urgency);
      const via = await made.done;
      const { gopFrames } = profileOf(plan);
      // While it grows, its second GOP is there soon after the first.
      const entry = (await secondGop(handle?.current() ?? video, gopFrames)) ?? (await secondGop(await (handle?.done ?? video), gopFrames));
      return { via, videoKey: video.key, entry: entry ?? undefined };
    } catch (error) {
      log.warn({ err: error, trackId: item.trackId }, "no transition");
      return null;
    }
  }

  /** From what is shown to another picture of what sounds; null: there is none in time, so it is cut. */
  async goingOver(wish: WishOf<"going-over">, handle: UnitHandle | null, urgency: Urgency): Promise<GoingOver | null> {
    const { pictures, locator, slate, log } = this.#needs;
    const { plan, item, kind, from, video } = wish;
    try {
      const head = await locator.locate();
      if (!head) return null;
      const { frame, unitMs } = cutOnTheBeat(wish, head);
      const making = pictures
        .transition({ plan, item }, { background: from, unitMs }, kind, slate.headers, urgency)
        .then(({ done }) => done);
      making.catch(() => undefined);
      const via = await withinMs(making, OVER_MAKING_MAX_MS);
      const entry = via && (await secondGop(handle?.current() ?? video, profileOf(plan).gopFrames));
      return via && { via, fromFrame: frame, entry: entry ?? undefined };
    } catch (error) {
      log.warn({ err: error, streamId: plan.streamId }, "no transition");
      return null;
    }
  }

  /**
   * Waits until a moving picture is far enough ahead of a track that sounds already, and finds its GOP for a moment just ahead
   * of what is written. null: what it was for is over.
   */
  async entry(
    { plan, onAirAtMs, video: known }: WishOf<"entry">,
    { handle, growth }: GrowingPicture,
    signal: AbortSignal,
  ): Promise<PictureEntry | null> {
    const { locator } = this.#needs;
    const { framesPerSecond, gopFrames } = profileOf(plan);
    const frameMs = 1000 / framesPerSecond;
    for (; !signal.aborted; await pause(TRY_EVERY_MS, undefined, { signal }).catch(() => undefined)) {
      const head = await locator.locate();
      const video = handle?.current() ?? known;
      if (!head || signal.aborted) continue;
      const frameAt = (now: HeadOfAir) => Math.round((now.onAirAtMs - onAirAtMs) / frameMs) + REORDER_FRAMES;
      if (!isFarEnough(video, growth, frameAt(head) * frameMs + ENTRY_MARGIN_MS)) continue;
      const frame = Math.ceil((frameAt(head) + ENTRY_MARGIN_MS / frameMs) / gopFrames) * gopFrames;
      const entry = await entryAt(video, frame);
      const after = entry && (await locator.locate());
      const aheadFrames = after && frame - frameAt(after);
      // Found too late, or not there yet: at the next GOP. The thread writes in ticks, and must be told before that one.
      if (!entry || !after || aheadFrames === null || aheadFrames * frameMs < TELLING_MS) continue;
      return { video: handle?.current() ?? video, fromFrame: after.shown.frame + aheadFrames, entry };
    }
    return null;
  }
}

function isFarEnough(video: UnitRef, growth: GrowthWatch | null, playedMs: number): boolean {
  return video.isComplete || (growth !== null && staysAhead(growth.growth(), playedMs));
}

/** The first frame on the beat, and right for a cut, that is not written when the transition is made. */
function cutOnTheBeat({ plan }: Pick<WishOf<"going-over">, "plan">, { shown, onAirAtMs }: HeadOfAir): { frame: number; unitMs: number } {
  const { framesPerSecond } = profileOf(plan);
  const { frameMs } = streamClock(profileOf(plan));
  const aheadFrames = Math.ceil(Math.max(0, monotonicMs() + LEAD_MS - onAirAtMs + OVER_MARGIN_MS) / frameMs);
  const beatFrames = (BEAT_MS * framesPerSecond) / 1000;
  // Behind an I or P picture and its B-frames: one picture off a third.
  const unitFrame = Math.ceil((shown.unitFrame + aheadFrames - 1) / beatFrames) * beatFrames + 1;
  return { frame: shown.frame + unitFrame - shown.unitFrame, unitMs: Math.round(unitFrame * frameMs) };
}
