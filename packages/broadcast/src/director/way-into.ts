import { setTimeout as pause } from "node:timers/promises";
import type { EncoderProfile } from "@nightjar/contract";
import { type GopEntry, entryAt } from "../render/gop-entry.ts";
import { staysAhead } from "../render/keeps-ahead.ts";
import { REORDER_FRAMES } from "../timeline/clock.ts";
import type { UnitRef } from "../timeline/unit.ts";
import type { HeadOfAir, Locator } from "./locator.ts";
import type { PreparedPicture } from "./picture.ts";

const TRY_EVERY_MS = 1000;
/** Between the head of air and the cut: for finding the place in the file, and for the thread to be told. */
const MARGIN_MS = 1500;
const TELLING_MS = 600;

/** Where a picture as long as its track is entered, so that it goes on where the sound is. */
export interface WayInto {
  readonly video: UnitRef;
  /** The frame of the session at which the entry is shown. */
  readonly fromFrame: number;
  readonly entry: GopEntry;
}

/**
 * Waits until a moving picture is far enough ahead of a track that sounds already, and finds its GOP for a moment just ahead
 * of what is written.
 * @param onAirAtMs monotonic, when the track began
 * @returns null: what it was for is over
 */
export async function wayInto(
  locator: Locator,
  { framesPerSecond, gopFrames }: EncoderProfile,
  { video, growth }: PreparedPicture,
  { onAirAtMs, isStill }: { onAirAtMs: number; isStill: () => boolean },
): Promise<WayInto | null> {
  const frameMs = 1000 / framesPerSecond;
  for (; isStill(); await pause(TRY_EVERY_MS)) {
    const head = await locator.locate();
    const unit = video.current();
    if (!head || !unit || !growth || !isStill()) continue;
    const frameAt = (now: HeadOfAir) => Math.round((now.onAirAtMs - onAirAtMs) / frameMs) + REORDER_FRAMES;
    if (!staysAhead(growth.growth(), frameAt(head) * frameMs + MARGIN_MS)) continue;
    const frame = Math.ceil((frameAt(head) + MARGIN_MS / frameMs) / gopFrames) * gopFrames;
    const entry = await entryAt(unit, frame);
    const after = entry && (await locator.locate());
    const aheadFrames = after && frame - frameAt(after);
    // Found too late, or not there yet: at the next GOP. The thread writes in ticks, and must be told before that one.
    if (!entry || !after || aheadFrames === null || aheadFrames * frameMs < TELLING_MS) continue;
    return { video: video.current() ?? unit, fromFrame: after.shown.frame + aheadFrames, entry };
  }
  return null;
}
