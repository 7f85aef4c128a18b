import { withoutAccents, wordsOf } from "./plain-words.ts";

const words = (text: string) => ` ${wordsOf(withoutAccents(text))} `;

/** Whether a label is one of those that are wanted: it has their words, in their order. So 'Sony Music' is 'Sony Music Entertainment' too. */
export function isLabelWanted(label: string | null, wanted: readonly string[]): boolean {
  if (label === null) return false;
  const named = words(label);
  return wanted.some((each) => named.includes(words(each)));
}

/** Every label once, those that are named most often first. */
export function labelsOf(entries: readonly { readonly recordLabel: string | null }[]): string[] {
  const counts = new Map<string, number>();
  for (const { recordLabel } of entries) if (recordLabel !== null) counts.set(recordLabel, (counts.get(recordLabel) ?? 0) + 1);
  return [...counts].toSorted(([a, many], [b, few]) => few - many || a.localeCompare(b, "en")).map(([label]) => label);
}
