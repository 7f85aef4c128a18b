import type { BackgroundId } from "@nightjar/contract";

interface Named {
  readonly id: BackgroundId;
  readonly title: string;
}

const nameOf = (one: Named | undefined) => (one === undefined ? "the plain default" : `“${one.title}”`);
const puts = (to: Named | undefined, where: string) =>
  `Changing puts ${nameOf(to)} ${where} within the track, as soon as it is rendered. The sound goes on.`;

/** What choosing a background does to a stream on air that shows its choice. Undefined is the plain default. */
export function willShow(choice: Named | undefined, to: Named | undefined): string {
  return choice?.id === to?.id ? "This is what it shows now: nothing changes." : puts(to, `in the place of ${nameOf(choice)}`);
}

/** The same where backgrounds take turns. @param turn what has its own: several of one file; none where the plain default is on air */
export function willShowInTurns(choice: Named | undefined, to: Named | undefined, turn: readonly Named[] | "looking" | "unread"): string {
  if (choice?.id === to?.id) return "Nothing changes on air: backgrounds go on taking turns.";
  if (turn === "looking") return "Looking what has its turn now…";
  if (turn === "unread") return "What has its turn now could not be read: what this changes on air is not known.";
  const now = turn.find(({ id }) => id === to?.id) ?? turn[0];
  if (now !== undefined && now.id === to?.id) return `${nameOf(now)} has its turn now: nothing changes until the next one's.`;
  const where = now === undefined ? "on air" : `in the place of ${nameOf(now)}`;
  return `${puts(to, where)} Backgrounds take turns: it stays until the next one's.`;
}
