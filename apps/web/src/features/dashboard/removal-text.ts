import type { BackgroundUse, StreamHead } from "@nightjar/contract";
import { isolated } from "../../lib/isolated.ts";

type Shown = BackgroundUse["streams"][number];
type Titled = Pick<StreamHead, "title" | "isLive">;

const list = new Intl.ListFormat("en", { type: "conjunction" });
const AT_ONCE = "as soon as you remove the sample channel.";

/** What becomes of those that are live, in either number; nothing where none is. */
function ofLive(streams: readonly Titled[], one: string, several: string): string[] {
  const titles = streams.filter(({ isLive }) => isLive).map(({ title }) => isolated(title));
  return titles.length === 0 ? [] : [`${list.format(titles)} ${titles.length === 1 ? one : several} ${AT_ONCE}`];
}

/**
 * What the removal of the sample channel changes on air in other streams; null: nothing.
 * @param playing hold one of its tracks
 * @param shown show its background
 */
export function removalText(playing: readonly Titled[], shown: readonly Shown[]): string | null {
  const sentences = [
    ...ofLive(
      playing,
      "is live and plays its tracks: they leave its tracklist",
      "are live and play its tracks: they leave their tracklists",
    ),
    ...ofLive(
      shown.filter(({ by, isNow }) => by !== "turn" || isNow),
      "is live and shows its background: its picture changes on air",
      "are live and show its background: their pictures change on air",
    ),
  ];
  return sentences.length > 0 ? sentences.join(" ") : null;
}
