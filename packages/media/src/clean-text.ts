/** Controls, line separators, byte order marks, and the marks that turn the writing direction of what follows. */
const UNWANTED = /[\p{Cc}\u2028\u2029\uFEFF\u202A-\u202E\u2066-\u2069]+/gu;

/** One line of well-formed, composed text of at most `maxChars` UTF-16 units, never cut inside a character. */
export function cleanText(raw: string, maxChars: number): string {
  const line = raw.toWellFormed().normalize("NFC").replaceAll(UNWANTED, " ").replaceAll(/\s+/gu, " ").trim();
  if (line.length <= maxChars) return line;
  let kept = "";
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    if (kept.length + segment.length > maxChars) break;
    kept += segment;
  }
  return kept.trimEnd();
}
