import type { TestStreamInfo } from "@nightjar/contract";

/** What is shown over the background, before its elements are listed. */
export function overlaySentence({ overlayTemplate, overlayElements }: Pick<TestStreamInfo, "overlayTemplate" | "overlayElements">): string {
  if (!overlayTemplate) return "No template chosen: the stream shows artwork, title and artist.";
  return overlayElements.length > 0 ? overlayTemplate.name : `The template "${overlayTemplate.name}" has no elements.`;
}
