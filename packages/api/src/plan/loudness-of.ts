import type { Loudness } from "@nightjar/contract";
import type { audioFiles } from "@nightjar/db";

/** null: not measured yet. */
export function loudnessOf(audio: typeof audioFiles.$inferSelect): Loudness | null {
  const { integratedLufs, rangeLu, truePeakDbtp } = audio;
  if (integratedLufs === null || rangeLu === null || truePeakDbtp === null) return null;
  return { integratedLufs, rangeLu, truePeakDbtp };
}
