import type { MediaAsset } from "@nightjar/contract";
import type { mediaAssets } from "@nightjar/db";

export type MediaRow = typeof mediaAssets.$inferSelect;

export function toMediaAsset({ id, fileName, filePath, widthPx, heightPx }: MediaRow): MediaAsset {
  return { id, fileName, filePath, widthPx, heightPx };
}
