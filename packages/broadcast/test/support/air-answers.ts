import { type Plan, type PlanBackground, type PlanItem, sceneMoves } from "@nightjar/contract";
import type { AirEvent } from "../../src/director/air/events.ts";
import type { Wish } from "../../src/director/air/wishes.ts";
import type { UnitRef } from "../../src/timeline/unit.ts";
import { pictures } from "./synthetic.ts";

const UNIT = pictures("unit", 1).ref;

export function unit(key: string, isComplete = true): UnitRef {
  return { ...UNIT, key, path: `/cache/${key}`, isComplete };
}

const videoNamed = (name: string): PlanBackground => ({ kind: "video", file: { path: `/${name}`, sha256: name } });
export const RAIN = videoNamed("rain");
/** What streams of these tests have behind their scenes. */
export const BACKGROUNDS: readonly PlanBackground[] = [{ kind: "default" }, RAIN, videoNamed("city")];

export const BARE = new Map(["rain", "city"].map((name) => [name, unit(`bare ${name}`)]));

export function viewOf(plan: Plan, item: PlanItem) {
  const { background } = plan;
  const under = background.kind === "default" ? "default" : background.file.sha256;
  const words = JSON.stringify([item.title, plan.channelName]);
  const hash = JSON.stringify([words, under, plan.scene.elements.length]);
  return { look: { hash, background }, truth: words, isMoving: sceneMoves(plan.scene) };
}

/** What a workshop has to do with a wish. */
export interface Fate {
  readonly isFailed: boolean;
  readonly tookMs: number;
  readonly nowMs: number;
  readonly soundingSerial: number;
  /** This file cannot be played. @returns all that cannot */
  leaveOut(sha256: string): ReadonlySet<string>;
}

/** What is told of a wish at once. */
export function firstAnswer({ id, wants }: Wish, { tookMs }: Fate): AirEvent | null {
  if (wants === "sound" && tookMs > 0) return { is: "sound-rendering", wish: id };
  return wants === "picture" ? { is: "picture", wish: id, stand: { is: "rendering" } } : null;
}

/** What comes of it. */
export function answerTo(wish: Wish, { isFailed, tookMs, nowMs, soundingSerial, leaveOut }: Fate): AirEvent {
  const { id } = wish;
  const joined = { unit: unit(`join ${id}`), leaveAtPacket: 0, enterAtPacket: 0, resumeAtPacket: 0 };
  const via = { via: unit(`via ${id}`), entry: undefined };
  if (wish.wants === "sound") {
    const { audio } = wish.item;
    if (isFailed && audio) return { is: "no-sound", wish: id, leftOut: leaveOut(audio.sha256) };
    return { is: "sound", wish: id, audio: unit(`sound ${audio?.sha256}`), phase: null, fadeIn: null };
  }
  if (wish.wants === "view") {
    const [earlier] = wish.earlierKeys;
    return { is: "view", wish: id, view: viewOf(wish.plan, wish.item), earlier: earlier ? unit(earlier) : null };
  }
  if (wish.wants === "picture") {
    const video = unit(`picture ${viewOf(wish.plan, wish.item).look.hash} ${wish.level}`, tookMs % 2 === 0);
    return {
      is: "picture",
      wish: id,
      stand: isFailed ? { is: "failed", reason: "x", isMachines: tookMs % 3 === 0 } : { is: "ready", video },
    };
  }
  if (wish.wants === "join") return { is: "join", wish: id, join: isFailed ? null : joined };
  if (wish.wants === "coming-in") return { is: "coming-in", wish: id, comingIn: isFailed ? null : { ...via, videoKey: wish.video.key } };
  if (wish.wants === "going-over") return { is: "going-over", wish: id, over: isFailed ? null : { ...via, fromFrame: 0 } };
  if (wish.wants === "entry") return { is: "entry", wish: id, entry: { video: wish.video, fromFrame: 0, entry: { offset: 1, frame: 1 } } };
  // A cut is made so far ahead of what is written.
  const join = { ...joined, afterSerial: soundingSerial, leaveAtPacket: nowMs + tookMs + 3000 };
  if (wish.wants === "cut") return { is: "cut", wish: id, join: isFailed ? null : join, retryAtMs: nowMs + tookMs + 4000 };
  return { is: "silence", wish: id, join: isFailed ? null : join };
}
