import type { PlaylistAnalysis } from "@nightjar/contract";
import { plural } from "../../lib/format.ts";

type Labels = Pick<PlaylistAnalysis, "allLabels" | "isFiltered" | "pendingTracks" | "unlabelledTracks">;

const pendingText = ({ pendingTracks }: Labels) => `he record labels of ${plural(pendingTracks, "track")} are still being looked up.`;

/** What a filter by label does not show, and why; null: nothing. */
export function labelsNotice(analysis: Labels): string | null {
  const { allLabels, isFiltered, pendingTracks, unlabelledTracks: count } = analysis;
  if (pendingTracks > 0) return `T${pendingText(analysis)}`;
  if (allLabels.length === 0) return "This playlist names no record labels, so that a filter by label finds nothing.";
  if (!isFiltered || count === 0) return null;
  return `${plural(count, "track")} ${count === 1 ? "names" : "name"} no record label, and no filter finds ${count === 1 ? "it" : "them"}.`;
}

/** Why no track is shown. */
export function nothingFound(analysis: Labels): string {
  if (!analysis.isFiltered) return "The playlist is empty.";
  return analysis.pendingTracks > 0 ? `None so far: t${pendingText(analysis)}` : "No track of this playlist is of these labels.";
}
