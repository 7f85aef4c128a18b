import { type EncoderProfile, type OnAirPicture, type Plan, type PlanItem, sceneMoves } from "@nightjar/contract";
import { GrowthWatch, keepsAhead } from "../render/keeps-ahead.ts";
import type { ProfileHeaders } from "../render/profile-headers.ts";
import type { Renderer } from "../render/renderer.ts";
import type { Urgency } from "../render/requests.ts";
import { type UnitHandle, finishedHandle } from "../render/unit-handle.ts";
import type { Segment } from "../timeline/segment.ts";
import type { UnitRef } from "../timeline/unit.ts";
import { type CompositeLevel, type CompositeNeeds, compositeRequest } from "./composite-request.ts";

/** How long a unit may take to its first GOP before something simpler goes on air. */
const READABLE_DEADLINE_MS = 8000;
/** How long a moving picture may take until it is surely ahead of what is played; it goes on being made. */
const MOVING_DEADLINE_MS = 4000;
/** A longer track has its still scene: its moving picture would be larger than 8 GB, and rendered for hours. */
const MOTION_MAX_MS = 4 * 60 * 60 * 1000;

export interface PreparedPicture {
  readonly video: UnitHandle;
  readonly picture: OnAirPicture;
  /** The wanted picture, once it may go on air; null when this is it, or it cannot be had. Never rejects. */
  readonly better: Promise<PreparedPicture | null>;
  /** Of a picture as long as its track that was not complete when it was prepared; null: it begins anew when it ends. */
  readonly growth: GrowthWatch | null;
  /** Key of the picture as long as its track that is shown, or still being made. */
  readonly longKey: string | null;
}

interface Wish {
  readonly plan: Plan;
  readonly item: PlanItem;
  readonly profile: EncoderProfile;
  readonly slate: { readonly headers: ProfileHeaders; readonly video: UnitRef };
  readonly urgency: Urgency;
}

interface Rung {
  readonly level: OnAirPicture["level"];
  readonly composite: CompositeLevel;
  readonly reason: string | null;
  /** Over the plain background instead of the plan's. */
  readonly isPlain?: boolean;
}

const PICTURE_FAILED = "The picture could not be rendered.";
const NO_BETTER = Promise.resolve(null);

/** Down the ladder: what is wanted, the scene without its moving parts, the background alone, the slate. */
const LADDER: readonly Rung[] = [
  { level: "wanted", composite: "wanted", reason: null },
  { level: "still-scene", composite: "still-scene", reason: PICTURE_FAILED },
  { level: "background", composite: "background", reason: "The overlay could not be rendered: the background is shown alone." },
  { level: "background", composite: "still-scene", reason: "The background could not be rendered: the plain one is shown.", isPlain: true },
];

/** Makes the picture of an item, and something simpler where that cannot be had in time. */
export class PictureMaker {
  readonly #renderer: Renderer;
  readonly #needs: CompositeNeeds;

  constructor(renderer: Renderer, needs: CompositeNeeds) {
    this.#renderer = renderer;
    this.#needs = needs;
  }

  /** A stream needs of its pictures as long as their tracks only these any more. */
  giveUp(streamId: string, needed: ReadonlySet<string>): void {
    this.#renderer.giveUp(streamId, needed);
  }

  /** Waits until something may go on air. Never rejects: the slate is always there. */
  async picture(wish: Wish): Promise<PreparedPicture> {
    const { plan, item } = wish;
    if (!sceneMoves(plan.scene))
      return this.#descend(
        wish,
        LADDER.filter(({ level }) => level !== "still-scene"),
      );
    const [, ...below] = LADDER;
    const still = (reason: string) =>
      this.#descend(
        wish,
        below.map((rung) => (rung.level === "still-scene" ? { ...rung, reason } : rung)),
      );
    if (item.durationMs > MOTION_MAX_MS) return still("The track is too long for a picture that moves.");
    try {
      return await this.#moving(wish, still);
    } catch (error) {
      this.#warn(wish, error, "wanted");
      return still("The picture with its moving parts could not be rendered.");
    }
  }

  async #moving(wish: Wish, still: (reason: string) => Promise<PreparedPicture>): Promise<PreparedPicture> {
    // It holds a place for minutes: what the air needs at once passes it, and starts beside it.
    const urgency: Urgency = { ...wish.urgency, lane: "asked" };
    const request = await compositeRequest(this.#needs, wish.plan, wish.item, wish.profile, "wanted");
    const video = await this.#renderer.composite(wish.profile, wish.slate.headers, request, urgency);
    const totalMs = (request.maxFrames * 1000) / wish.profile.framesPerSecond;
    const growth = new GrowthWatch(video, totalMs);
    const wanted: PreparedPicture = { video, picture: { level: "wanted", reason: null }, better: NO_BETTER, growth, longKey: video.key };
    const ahead = keepsAhead(video, totalMs, growth);
    ahead.catch(() => undefined);
    if (await isWithin(ahead, MOVING_DEADLINE_MS)) return wanted;
    const better = ahead.then(
      () => wanted,
      () => null,
    );
    return { ...(await still("The picture with its moving parts is still being rendered.")), better, longKey: video.key };
  }

  async #descend(wish: Wish, rungs: readonly Rung[]): Promise<PreparedPicture> {
    for (const rung of rungs) {
      if (rung.isPlain && wish.plan.background.kind === "default") continue;
      try {
        const video = await this.#composite(wish, rung);
        return { video, picture: { level: rung.level, reason: rung.reason }, better: NO_BETTER, growth: null, longKey: null };
      } catch (error) {
        this.#warn(wish, error, rung.level);
      }
    }
    const picture = { level: "slate", reason: PICTURE_FAILED } as const;
    return { video: finishedHandle(wish.slate.video), picture, better: NO_BETTER, growth: null, longKey: null };
  }

  async #composite({ plan, item, profile, slate, urgency }: Wish, { composite, isPlain = false }: Rung): Promise<UnitHandle> {
    const shown = isPlain ? { ...plan, background: { kind: "default" as const } } : plan;
    const request = await compositeRequest(this.#needs, shown, item, profile, composite);
    const told = isPlain ? { ...request, purpose: "plain" as const } : request;
    const unit = await this.#renderer.composite(profile, slate.headers, told, urgency);
    if (!(await isWithin(unit.readable, READABLE_DEADLINE_MS))) throw new Error(`nothing to read after ${READABLE_DEADLINE_MS} ms`);
    return unit;
  }

  #warn({ plan, item }: Wish, error: unknown, level: string): void {
    this.#needs.log.warn({ err: error, streamId: plan.streamId, trackId: item.trackId, level }, "composite not rendered");
  }
}

/** False when it has not settled by then. @throws what `work` throws */
async function isWithin(work: Promise<unknown>, deadlineMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), deadlineMs);
  try {
    return await Promise.race([work.then(() => true), promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** What a segment shows; nothing less than wanted while nothing is on air. */
export function pictureOf(segment: Segment | null): OnAirPicture {
  if (segment?.isSlate) return { level: "slate", reason: "No track in the tracklist can be played." };
  return segment?.label.picture ?? { level: "wanted", reason: null };
}
