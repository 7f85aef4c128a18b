import type { SceneElement } from "@nightjar/contract";
import type { FaceStyle } from "../text/fallbacks.ts";
import { hanStyleOf, hasHan } from "../text/fallbacks.ts";
import { paragraphsOf, toLine } from "../text/unicode.ts";
import type { StyledText } from "./placed.ts";

/** What an element says, and what else tells in which language: title and artist explain each other's Han characters. */
export interface Wording {
  readonly text: string;
  readonly context: string;
}

/** What is set of a wording: as it was cleaned, so that equal pictures are told to be equal. */
function shownOf({ textOverflow }: SceneElement, text: string): readonly string[] {
  return textOverflow === "wrap" ? paragraphsOf(text).paragraphs : [toLine(text)];
}

/** Equal texts give equal pixels, but for Han characters: those look as the text's surroundings say. */
export function contentOf(element: SceneElement, { text, context }: Wording): string {
  const shown = shownOf(element, text).join("\n");
  return hasHan(shown) ? `${hanStyleOf(shown, context)}\u0000${shown}` : shown;
}

export function textsOf(element: SceneElement, wording: Wording): readonly StyledText[] {
  const style = faceOf(element, wording);
  return shownOf(element, wording.text).map((text) => ({ text, style }));
}

export function faceOf({ fontFamily, fontWeight }: SceneElement, { text, context }: Wording): FaceStyle {
  return { fontFamily, fontWeight, hanStyle: hanStyleOf(text, context) };
}
