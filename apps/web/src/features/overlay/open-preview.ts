import type { MediaAsset } from "@nightjar/contract";
import type { SampleTrack } from "../../lib/scene/samples.ts";
import { complain } from "../../lib/toast.ts";
import { writePreview } from "../overlay-preview/preview-data.ts";
import type { Backdrop } from "./backdrops.ts";
import type { Designer } from "./kernel/types.ts";

export interface PreviewNeeds {
  readonly track: SampleTrack;
  readonly backdrop: Backdrop;
  readonly media: readonly MediaAsset[];
}

/** Opens what is shown in a tab of its own, stored or not. */
export function openPreview(designer: Designer, { track, backdrop, media }: PreviewNeeds): void {
  const { document, template } = designer.getSnapshot();
  if (document.elements.length === 0) {
    complain("Canvas is Empty", "Add elements before previewing.");
    return;
  }
  const shown = new Set(document.elements.map(({ mediaAssetId }) => mediaAssetId));
  try {
    writePreview({
      name: template?.name ?? "New template",
      scene: { elements: [...document.elements], plates: [...document.plates] },
      track,
      media: media.filter(({ id }) => shown.has(id)).map(({ id, filePath }) => ({ id, filePath })),
      backdrop: { imageUrl: backdrop.imageUrl, videoUrl: backdrop.videoUrl },
    });
  } catch {
    complain("Preview Failed", "This browser's session storage is full or switched off.");
    return;
  }
  // With an opener the new tab begins with a copy of our session storage.
  if (window.open("/overlay-preview", "_blank") === null) complain("Preview Blocked", "Allow pop-ups for this site to see the preview.");
}
