import type { BackgroundId } from "@nightjar/contract";

interface Named {
  readonly id: BackgroundId;
  readonly title: string;
}

/** What choosing a background does to a stream on air. @param from what it shows; undefined: the plain default */
export function willShow(from: Named | undefined, to: Named, takesTurns: boolean): string {
  if (from?.id === to.id) return "This is what it shows now: nothing changes.";
  const before = from === undefined ? "the plain default" : `“${from.title}”`;
  const until = takesTurns ? " Backgrounds take turns: it stays until the next one's." : "";
  return `Changing puts “${to.title}” in the place of ${before} within the track, as soon as it is rendered. The sound goes on.${until}`;
}
