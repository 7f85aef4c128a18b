import { type Plan, type PlanBackground, type PlanItem, profileOf, sceneMoves } from "@nightjar/contract";
import { Memo } from "@nightjar/kit";
import type { Renderer } from "../../render/renderer.ts";
import { type CompositeLevel, type CompositeNeeds, compositeRequest } from "../prepare/composite-request.ts";

/** One picture that an item is to be shown with. */
export interface WantedPicture {
  /** Units that show it: any of them will do. */
  readonly keys: readonly string[];
  readonly playedMs: number;
  readonly isMoving: boolean;
}

/** Where backgrounds take turns, no more of them are looked for. */
const TURNS_MAX = 10;
/** A longer track has its still scene: see the making of pictures. */
const MOTION_MAX_MS = 4 * 60 * 60_000;

/** Names the pictures of items, and remembers that for as long as a plan is in use: naming one reads the facts of its files. */
export class WantedPictures {
  readonly #needs: CompositeNeeds;
  readonly #renderer: Pick<Renderer, "compositeKeys">;
  readonly #known = new WeakMap<Plan, Memo<string, readonly WantedPicture[]>>();

  constructor(needs: CompositeNeeds, renderer: Pick<Renderer, "compositeKeys">) {
    this.#needs = needs;
    this.#renderer = renderer;
  }

  /** Of a scene that moves, its still scene is one of them. None where its files cannot be read. */
  of(plan: Plan, item: PlanItem): Promise<readonly WantedPicture[]> {
    const known = this.#known.get(plan) ?? new Memo<string, readonly WantedPicture[]>();
    this.#known.set(plan, known);
    return known.of(item.itemId, () => this.#find(plan, item).catch(() => []));
  }

  async #find(plan: Plan, item: PlanItem): Promise<WantedPicture[]> {
    const isMoving = sceneMoves(plan.scene);
    const still = await this.#picture(plan, item, isMoving ? "still-scene" : "wanted");
    return isMoving && item.durationMs <= MOTION_MAX_MS ? [still, await this.#picture(plan, item, "wanted")] : [still];
  }

  /** Which background is under an item that comes by turns is not known before: it counts as there over any of them. */
  async #picture(plan: Plan, item: PlanItem, level: CompositeLevel): Promise<WantedPicture> {
    const profile = profileOf(plan);
    const over = async (background: PlanBackground) => compositeRequest(this.#needs, { ...plan, background }, item, profile, level);
    const first = await over(plan.background);
    const others = plan.autoSwitch === "never" ? [] : await Promise.all(plan.rotation.slice(0, TURNS_MAX).map(over));
    const keys = [first, ...others].flatMap((request) => this.#renderer.compositeKeys(profile, request));
    const playedMs = (first.maxFrames * 1000) / profile.framesPerSecond;
    return { keys, playedMs, isMoving: first.motions !== undefined };
  }
}
