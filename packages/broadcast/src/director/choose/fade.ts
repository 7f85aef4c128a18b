import { type Plan, fittingFadeMs } from "@nightjar/contract";
import { isGaplessPair } from "./gapless-run.ts";

/** An item of the list, or what is still known of one that was taken out. */
interface Joined {
  readonly itemId: string | null;
  readonly durationMs: number;
  readonly isGapless?: boolean;
}

/** How long both are heard where one follows the other: what is aired, asked for and told by the clock goes by this alone. */
export function fadeBetween(plan: Pick<Plan, "items" | "order" | "crossfadeMs">, before: Joined, after: Joined): number {
  // Asked for each pair of a long list: it is only looked through where it matters.
  const isOneRecording = after.isGapless === true && isGaplessPair(plan, before, after);
  return isOneRecording ? 0 : fittingFadeMs(plan.crossfadeMs, before, after);
}
