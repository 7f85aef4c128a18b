export interface DecodedText {
  readonly text: string;
  /** The file says how its letters are written, or they are UTF-8. Else it was taken for what spreadsheets of the West write. */
  readonly isSure: boolean;
}

/** The text of a file, whichever way its letters are written. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const utf16 = utf16Of(bytes);
  if (utf16 !== null) return { text: new TextDecoder(utf16).decode(bytes), isSure: true };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), isSure: true };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), isSure: false };
  }
}

/** By its mark; without one by the half of its first letter that is empty. */
function utf16Of([first, second]: Uint8Array): "utf-16le" | "utf-16be" | null {
  if ((first === 0xff && second === 0xfe) || second === 0) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || first === 0) return "utf-16be";
  return null;
}
