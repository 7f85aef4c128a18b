import { type PlanItem, profileOf, sceneMoves } from "@nightjar/contract";
import type { Renderer } from "../../render/renderer.ts";
import type { Urgency } from "../../render/requests.ts";
import { type CompositeNeeds, compositeRequest } from "../prepare/composite-request.ts";
import { runOf } from "../choose/gapless-run.ts";
import type { Slates } from "../prepare/slates.ts";
import type { SoundMaker } from "../prepare/sound-maker.ts";
import type { ReadyStep } from "./first-items.ts";

export interface ItemUnitsNeeds extends CompositeNeeds {
  readonly renderer: Pick<Renderer, "audio" | "composite" | "abandon">;
  readonly slates: Pick<Slates, "find">;
  readonly sound: SoundMaker;
}

/** Whose claims these are. */
const PREPARED = "prepared";

/** Makes the units that a session asks for at its start, under the very same names: one after the other, until it is given up. */
export async function makeItemUnits(needs: ItemUnitsNeeds, step: ReadyStep, signal: AbortSignal): Promise<void> {
  const { renderer, slates, sound } = needs;
  const { plan: wanted, item, before, part } = step;
  signal.addEventListener("abort", () => renderer.abandon(PREPARED));
  const { slate, encoder } = await slates.find(wanted);
  const plan = { ...wanted, renderEncoder: encoder };
  const profile = profileOf(plan);
  const urgency: Urgency = { lane: "idle", label: `${item.artist} – ${item.title}`, claimant: PREPARED };
  if (part === "still" && runOf(plan, item).every(isMeasured)) {
    const phase = before && (await sound.phase(plan, { item: before, phase: null }, item));
    const request = await sound.request(plan, { item, phase });
    signal.throwIfAborted();
    const audio = await renderer.audio(profile, slate.headers, request, urgency);
    await audio.done;
    signal.throwIfAborted();
    if (before) await sound.join(plan, { item: before, phase: null }, { item, phase }, slate, urgency);
    else await sound.fadeIn(plan, item, slate, urgency);
  }
  const level = part === "still" && sceneMoves(plan.scene) ? "still-scene" : "wanted";
  const request = await compositeRequest(needs, plan, item, profile, level);
  signal.throwIfAborted();
  const picture = await renderer.composite(profile, slate.headers, request, urgency);
  await picture.done;
}

/** The library measures it, and tells: there is no need to do so twice. */
function isMeasured({ loudness }: PlanItem): boolean {
  return loudness !== null;
}
