import { withoutAccents, wordsOf } from "./plain-words.ts";

const words = (text: string) => ` ${wordsOf(withoutAccents(text))} `;

/** Which labels are among those that are wanted: they have their words, in their order. So 'Sony Music' is 'Sony Music Entertainment' too. */
export function labelFilter(wanted: readonly string[]): (label: string | null) => boolean {
  const wantedWords = wanted.map(words);
  return (label) => {
    if (label === null) return false;
    const named = words(label);
    return wantedWords.some((each) => named.includes(each));
  };
}

/** Every label once, those that are named most often first. */
export function labelsOf(entries: readonly { readonly recordLabel: string | null }[]): string[] {
  const counts = new Map<string, number>();
  for (const { recordLabel } of entries) if (recordLabel !== null) counts.set(recordLabel, (counts.get(recordLabel) ?? 0) + 1);
  return [...counts].toSorted(([a, many], [b, few]) => few - many || a.localeCompare(b, "en")).map(([label]) => label);
}
