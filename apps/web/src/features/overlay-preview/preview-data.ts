import { mediaAssetId, scene } from "@nightjar/contract";
import { z } from "zod";

/** What the designer hands over to the tab it opens: all that is drawn, so that also what is not stored yet can be seen. */
export const previewData = z.object({
  name: z.string(),
  scene,
  track: z.object({
    id: z.string(),
    label: z.string(),
    title: z.string(),
    artist: z.string(),
    artworkUrl: z.string().nullable(),
    durationMs: z.number().positive(),
  }),
  media: z.array(z.object({ id: mediaAssetId, filePath: z.string() })),
  backdrop: z.object({ imageUrl: z.string().nullable(), videoUrl: z.string().nullable() }),
});
export type PreviewData = z.infer<typeof previewData>;

const KEY = "overlayPreview";
export const NO_PREVIEW_TEXT = "No preview data found. Please generate a preview from the designer.";

export function writePreview(data: PreviewData): void {
  sessionStorage.setItem(KEY, JSON.stringify(data));
}

/** null: there is none, or nothing that can be read. */
export function readPreview(): PreviewData | null {
  const text = sessionStorage.getItem(KEY);
  if (text === null) return null;
  try {
    const parsed = previewData.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
