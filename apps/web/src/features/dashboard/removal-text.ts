import type { BackgroundUse, StreamHead } from "@nightjar/contract";
import { ofLive } from "../backgrounds/on-air.ts";

type Shown = BackgroundUse["streams"][number];
type Titled = Pick<StreamHead, "title" | "isLive">;

/**
 * What the removal of the sample channel changes on air in streams of others; null: nothing.
 * @param playing hold one of its tracks
 * @param shown show its background
 */
export function removalText(playing: readonly Titled[], shown: readonly Shown[]): string | null {
  const sentences = [
    ofLive(
      playing,
      " and plays its tracks: they leave its tracklist as soon as you remove the sample channel.",
      " and play its tracks: they leave their tracklists as soon as you remove the sample channel.",
    ),
    ofLive(
      shown.filter(({ by, isNow }) => by !== "turn" || isNow),
      " and shows its background: its picture changes on air as soon as you remove the sample channel.",
      " and show its background: their pictures change on air as soon as you remove the sample channel.",
    ),
  ].filter((sentence) => sentence !== null);
  return sentences.length > 0 ? sentences.join(" ") : null;
}
