import type { MediaAssetId } from "@nightjar/contract";

/** At most 320 px wide. */
export const thumbnailUrl = (id: MediaAssetId): string => `/api/media/${encodeURIComponent(id)}/thumbnail`;
