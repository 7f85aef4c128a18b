/**
 * Without capitals, and without the marks that are left out in writing as often as not: accents of Latin and Greek letters, the dots of the
 * Russian ё, the points of Hebrew and Arabic. Of any other letter a mark makes another one (й, ガ, की), and stays.
 */
export const withoutAccents = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, "$1")
    .replaceAll(/е\u0308/g, "е")
    .replaceAll(/\p{Variation_Selector}|(?=\p{M})[\u0591-\u05C7\u064B-\u0652]/gu, "")
    .normalize("NFC");

/** Its words with one space between them: letters with the marks that belong to them, and digits. */
export const wordsOf = (text: string): string => (text.match(/(?:\p{L}\p{M}*|\p{N})+/gu) ?? []).join(" ");
