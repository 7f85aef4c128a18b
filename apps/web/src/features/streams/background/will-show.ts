import type { BackgroundId } from "@nightjar/contract";

interface Named {
  readonly id: BackgroundId;
  readonly title: string;
}

/** What choosing a background does to a stream on air. Undefined is the plain default. @param from what it shows */
export function willShow(from: Named | undefined, to: Named | undefined, takesTurns: boolean): string {
  if (from?.id === to?.id) return "This is what it shows now: nothing changes.";
  const nameOf = (one: Named | undefined) => (one === undefined ? "the plain default" : `“${one.title}”`);
  const until = takesTurns ? " Backgrounds take turns: it stays until the next one's." : "";
  return `Changing puts ${nameOf(to)} in the place of ${nameOf(from)} within the track, as soon as it is rendered. The sound goes on.${until}`;
}
