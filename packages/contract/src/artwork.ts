/** The sizes covers are shown at, in pixels of a screen with two for one: in rows, and beside headings. Without zod, as first screens know it. */
export const ARTWORK_PX = [96, 192] as const;
export type ArtworkPx = (typeof ARTWORK_PX)[number];

const OURS = "/api/files/artwork/";

/** The address of a cover at that size; what is kept elsewhere comes as it is. */
export const artworkAt = (url: string, px: ArtworkPx): string => (url.startsWith(OURS) ? `${url}?px=${px}` : url);
