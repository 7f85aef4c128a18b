import { z } from "zod";

export const ISRC_TEXT = "An ISRC has 12 characters: two letters, three letters or digits, then seven digits, such as USRC17607839";
const ISRC = /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/;

/** An ISRC as the library stores it: registrars print it with hyphens, files hold it without. */
export const normalIsrc = (text: string): string =>
  text
    .replaceAll(/[\s-]/g, "")
    .toUpperCase()
    .replace(/^ISRC:?(?=.{12}$)/, "");

/** Of a code as it is stored. */
export const isIsrc = (code: string): boolean => ISRC.test(code);

/** A code in any writing becomes its twelve characters; null when absent or empty. */
export const isrcField = z
  .string()
  // Longer than any writing of one: what is pasted by mistake is refused before it is looked at.
  .max(64, ISRC_TEXT)
  .nullish()
  .transform((text) => normalIsrc(text ?? "") || null)
  .refine((code) => code === null || isIsrc(code), ISRC_TEXT);
