import type { BackgroundUse } from "@nightjar/contract";

type Shown = BackgroundUse["streams"][number];

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** "Night Shift, Harbour Radio and 3 more". */
export function named(titles: readonly string[], most: number): string {
  const left = titles.length - most;
  return list.format(left > 0 ? [...titles.slice(0, most), `${left} more`] : titles);
}

/** Which streams show it, in a line; null: none. */
export function shownBy(streams: readonly Shown[]): string | null {
  const of = (by: Shown["by"]) => streams.filter((stream) => stream.by === by).map(({ title }) => title);
  const lasting = [...of("choice"), ...of("default")];
  if (lasting.length > 0) return `Shown by ${named(lasting, 3)}`;
  const turns = of("turn");
  return turns.length > 0 ? `Takes turns in ${named(turns, 3)}` : null;
}

/** What a deletion does to the streams that show it; null: nothing. */
export function deletionText(streams: readonly Shown[]): string | null {
  const choosing = streams.filter(({ by }) => by === "choice").map(({ title }) => title);
  const following = streams.filter(({ by }) => by === "default").map(({ title }) => title);
  const turning = streams.filter(({ by }) => by === "turn").map(({ title }) => title);
  const sentences = [
    ...(choosing.length > 0 ? [`It is used by ${named(choosing, 10)}, which will show the active background instead.`] : []),
    ...(following.length > 0
      ? [`As the active background it is shown by ${named(following, 10)}, which will show the plain default instead.`]
      : []),
    ...(turning.length > 0 ? [`It no longer takes its turn in ${named(turning, 10)}.`] : []),
  ];
  return sentences.length > 0 ? sentences.join(" ") : null;
}
