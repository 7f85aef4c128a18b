import { createHash } from "node:crypto";
import { type EncoderProfile, type Plan, type PlanBackground, type PlanItem, profileOf, sceneMoves } from "@nightjar/contract";
import type { ProfileHeaders } from "../../render/profile-headers.ts";
import type { Renderer } from "../../render/renderer.ts";
import type { RequestedBackground, Urgency } from "../../render/requests.ts";
import type { MovingTransition } from "../../render/transition.ts";
import type { UnitHandle } from "../../render/unit-handle.ts";
import type { PictureLook } from "../../timeline/segment.ts";
import type { View } from "../air/air.ts";
import { PLAIN, type RenderedLevel } from "../air/rungs.ts";
import { type CompositeNeeds, compositeRequest, sceneKeyOf } from "./composite-request.ts";

/** What is to be shown for an item that sounds, or will. */
export interface PictureWish {
  readonly plan: Plan;
  readonly item: PlanItem;
}

/** A picture that is there or being made, and how long it is. */
export interface MadePicture {
  readonly handle: UnitHandle;
  readonly totalMs: number;
}

/** Where the background that goes is shown when it begins to give way. */
export interface OldBackground {
  readonly background: PlanBackground;
  readonly unitMs: number;
}

/** Longer backgrounds begin anew after this: see `compositeRequest`. */
const LOOP_MAX_MS = 10 * 60 * 1000;

/** Makes pictures of items. It decides nothing: which of them is shown is the air's to say. */
export class PictureMaker {
  readonly #renderer: Pick<Renderer, "composite" | "transition">;
  readonly #needs: CompositeNeeds;
  readonly #profileOf: (plan: Plan) => EncoderProfile;

  /** @param profile for tests: a smaller one than a plan can choose */
  constructor(
    renderer: Pick<Renderer, "composite" | "transition">,
    needs: CompositeNeeds,
    profile: (plan: Plan) => EncoderProfile = profileOf,
  ) {
    this.#renderer = renderer;
    this.#needs = needs;
    this.#profileOf = profile;
  }

  /** What the item is to look like, and what its picture says of it. */
  async view({ plan, item }: PictureWish): Promise<Omit<View, "sinceMs">> {
    const words = [item.title, item.artist, plan.channelName, item.artwork?.sha256 ?? null];
    return { look: await this.look({ plan, item }), truth: hashOf(words), isMoving: sceneMoves(plan.scene) };
  }

  /** Two of the same hash show the same. Figures of the audience do not count where the scene moves. */
  async look({ plan, item }: PictureWish): Promise<PictureLook> {
    const shown = sceneMoves(plan.scene) ? { ...plan, stats: { viewerCount: 0 } } : plan;
    const { background } = plan;
    const under = background.kind === "default" ? null : background.file.sha256;
    return { hash: hashOf([this.#profileOf(plan), under, await sceneKeyOf(shown, item)]), background };
  }

  /** @throws what hinders the asking for it; what hinders the making of it the handle tells */
  async picture({ plan, item }: PictureWish, level: RenderedLevel, headers: ProfileHeaders, urgency: Urgency): Promise<MadePicture> {
    const profile = this.#profileOf(plan);
    const isPlain = level === "plain";
    const shown = isPlain ? { ...plan, background: PLAIN } : plan;
    const request = await compositeRequest(this.#needs, shown, item, profile, isPlain ? "still-scene" : level);
    const told = { ...request, purpose: level };
    const handle = await this.#renderer.composite(profile, headers, told, urgency);
    return { handle, totalMs: (request.maxFrames * 1000) / profile.framesPerSecond };
  }

  /** One GOP in which the old background gives way to the wish's, under the wish's scene. */
  async transition(
    { plan, item }: PictureWish,
    from: OldBackground,
    kind: MovingTransition,
    headers: ProfileHeaders,
    urgency: Urgency,
  ): Promise<UnitHandle> {
    const profile = this.#profileOf(plan);
    const { sceneKey, drawWhole: draw } = await compositeRequest(this.#needs, plan, item, profile, "wanted");
    const old = { background: endless(from.background), fromMs: await this.#fileMs(from) };
    return this.#renderer.transition(profile, headers, { kind, from: old, to: endless(plan.background), sceneKey, draw }, urgency);
  }

  async #fileMs({ background, unitMs }: OldBackground): Promise<number> {
    if (background.kind !== "video") return 0;
    const { durationMs } = await this.#needs.videoFacts.of(background.file.path);
    return Math.round((unitMs % LOOP_MAX_MS) % durationMs);
  }
}

function endless(background: PlanBackground): RequestedBackground {
  return background.kind === "video" ? { ...background, passes: Number.POSITIVE_INFINITY } : background;
}

function hashOf(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
