import type { FrameState, SceneElement } from "@nightjar/contract";
import type { ElementRenderer } from "./placed.ts";
import { emptyTextBox, placeText } from "./text-block.ts";
import type { Wording } from "./wording.ts";
import { contentOf, textsOf } from "./wording.ts";

/**
 * A line of text, or several. Its box begins at (xPosition, yPosition), is as wide as the widest line's advances and as high as the
 * font's ascender and descender together for each line, whatever the words; the baseline lies one ascender below the top, on a whole
 * device pixel so that letters stand sharp. Text that stands at the left begins at the same edge in every language.
 */
export function textRenderer(wordingOf: (element: SceneElement, frame: FrameState) => Wording): ElementRenderer {
  return {
    isPicture: false,
    content: (element, frame) => contentOf(element, wordingOf(element, frame)),
    texts: (element, frame) => textsOf(element, wordingOf(element, frame)),
    placeholder: emptyTextBox,
    place: (element, frame, resources) => placeText(element, wordingOf(element, frame), resources, null),
  };
}
