import { createHash } from "node:crypto";
import {
  type EncoderProfile,
  type OnAirPicture,
  type Plan,
  type PlanBackground,
  type PlanItem,
  profileOf,
  sceneMoves,
} from "@nightjar/contract";
import type { VideoProbe } from "@nightjar/media";
import { keepsAhead } from "../render/keeps-ahead.ts";
import type { ProfileHeaders } from "../render/profile-headers.ts";
import type { Renderer } from "../render/renderer.ts";
import type { RequestedBackground, Urgency } from "../render/requests.ts";
import type { UnitHandle } from "../render/unit-handle.ts";
import type { MovingTransition } from "../render/transition.ts";
import type { PictureLook } from "../timeline/segment.ts";
import { type CompositeLevel, type CompositeNeeds, type WholeRequest, compositeRequest, sceneKeyOf } from "./composite-request.ts";

/** What is to be shown for an item that sounds, or will. */
export interface LookWish {
  readonly plan: Plan;
  readonly item: PlanItem;
}

export interface ChangeWish extends LookWish {
  readonly slate: { readonly headers: ProfileHeaders };
  readonly urgency: Urgency;
}

export interface ChangedPicture {
  readonly video: UnitHandle;
  readonly picture: OnAirPicture;
}

/** Where the background that goes is shown when it begins to give way. */
export interface OldBackground {
  readonly background: PlanBackground;
  readonly unitMs: number;
}

/** Longer backgrounds begin anew after this: see `compositeRequest`. */
const LOOP_MAX_MS = 10 * 60 * 1000;

/** Makes pictures that take the place of those on air: all of what is wanted, or an error. */
export class PictureChanger {
  readonly #renderer: Renderer;
  readonly #needs: CompositeNeeds;

  constructor(renderer: Renderer, needs: CompositeNeeds) {
    this.#renderer = renderer;
    this.#needs = needs;
  }

  /** What the item is to look like: two of the same hash show the same. Figures of the audience do not count where the scene moves. */
  async look({ plan, item }: LookWish): Promise<PictureLook> {
    const shown = sceneMoves(plan.scene) ? { ...plan, stats: { viewerCount: 0 } } : plan;
    const { background } = plan;
    const parts = [profileOf(plan), background.kind === "default" ? null : background.file.sha256, await sceneKeyOf(shown, item)];
    return { hash: createHash("sha256").update(JSON.stringify(parts)).digest("hex"), background };
  }

  /**
   * The picture for the rest of an item that sounds already, as soon as it can be shown without being caught up with. What
   * moves begins with a track, so of such a scene only what stands still fits. @throws when it cannot be rendered
   */
  async change(wish: ChangeWish): Promise<ChangedPicture> {
    const isMoving = sceneMoves(wish.plan.scene);
    const profile = profileOf(wish.plan);
    const request = await this.#request(wish, isMoving ? "still-scene" : "wanted");
    const video = await this.#renderer.composite(profile, wish.slate.headers, request, wish.urgency);
    await keepsAhead(video, (request.maxFrames * 1000) / profile.framesPerSecond);
    const picture = isMoving
      ? ({ level: "still-scene", reason: "The moving parts begin with the next track." } as const)
      : ({ level: "wanted", reason: null } as const);
    return { video, picture };
  }

  /** One GOP in which the old background gives way to the wish's, under the wish's scene. */
  async transition(wish: ChangeWish, from: OldBackground, kind: MovingTransition): Promise<UnitHandle> {
    const profile: EncoderProfile = profileOf(wish.plan);
    const request = await this.#request(wish, "wanted");
    const fromMs = await this.#fileMs(from);
    const old = { background: once(from.background), fromMs };
    const { sceneKey, drawWhole: draw } = request;
    return this.#renderer.transition(
      profile,
      wish.slate.headers,
      { kind, from: old, to: once(wish.plan.background), sceneKey, draw },
      wish.urgency,
    );
  }

  #request({ plan, item }: LookWish, level: CompositeLevel): Promise<WholeRequest> {
    return compositeRequest(this.#needs, plan, item, profileOf(plan), level);
  }

  async #fileMs({ background, unitMs }: OldBackground): Promise<number> {
    if (background.kind !== "video") return 0;
    const { durationMs }: VideoProbe = await this.#needs.probeVideo(background.file.path);
    return Math.round((unitMs % LOOP_MAX_MS) % durationMs);
  }
}

function once(background: PlanBackground): RequestedBackground {
  return background.kind === "video" ? { ...background, passes: Number.POSITIVE_INFINITY } : background;
}

export function isSameBackground(a: PlanBackground, b: PlanBackground): boolean {
  return backgroundKey(a) === backgroundKey(b);
}

/** Names a background by its content. */
export function backgroundKey(background: PlanBackground): string {
  return background.kind === "default" ? "default" : background.file.sha256;
}
