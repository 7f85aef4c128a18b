import { trpc } from "../../lib/trpc.ts";

/** What lies behind the canvas while it is designed. */
export interface Backdrop {
  readonly id: string;
  readonly label: string;
  /** A picture of it; null: nothing but the dark of the canvas. */
  readonly imageUrl: string | null;
  /** What runs in the preview; null: the picture stands still. */
  readonly videoUrl: string | null;
}

const svg = (inside: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1920 1080">${inside}</svg>`)}`;
const rect = (fill: string): string => `<rect width="1920" height="1080" fill="${fill}"/>`;
const glow = (id: string, cx: number, cy: number, r: number, color: string): string =>
  `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${cx}" cy="${cy}" r="${r}"><stop stop-color="${color}"/>` +
  `<stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`;

/** The picture that runs behind a stream without a background of its own, near enough to judge an overlay over it. */
const PLAIN = svg(
  `<defs><linearGradient id="n" x2="0" y2="1"><stop stop-color="#161828"/><stop offset="1" stop-color="#0A0B12"/></linearGradient>` +
    `${glow("a", 1536, 130, 1440, "rgb(66 54 124/.7)")}${glow("b", 192, 1026, 1152, "rgb(16 45 62/.7)")}</defs>` +
    `${rect("url(#n)")}${rect("url(#a)")}${rect("url(#b)")}`,
);
const fixed = (id: string, label: string, imageUrl: string | null): Backdrop => ({ id, label, imageUrl, videoUrl: null });

/** White and stripes are the hardest pictures to read over. */
const STANDARD: readonly Backdrop[] = [
  fixed("plain", "Plain default", PLAIN),
  fixed("black", "Black", svg(rect("#000"))),
  fixed("white", "White", svg(rect("#fff"))),
  fixed(
    "stripes",
    "Stripes",
    svg(
      `<defs><pattern id="s" width="80" height="80" patternUnits="userSpaceOnUse" patternTransform="rotate(35)">` +
        `<rect width="80" height="80" fill="#e9c46a"/><rect width="40" height="80" fill="#264653"/></pattern></defs>${rect("url(#s)")}`,
    ),
  ),
];

/** Everything a canvas can be looked at over, and the one that stands for a choice: what a stream would show first. */
export function useBackdrops(chosen: string | null): { readonly all: readonly Backdrop[]; readonly current: Backdrop } {
  const backgrounds = trpc.backgrounds.list.useQuery();
  const own = (backgrounds.data ?? []).map(({ id, title, thumbnailUrl, kind }): Backdrop => ({
    id,
    label: title,
    imageUrl: thumbnailUrl,
    videoUrl: kind === "video" ? `/api/backgrounds/${encodeURIComponent(id)}/video` : null,
  }));
  const all = [...STANDARD, ...own];
  const active = backgrounds.data?.find(({ isActive }) => isActive)?.id;
  const current = all.find(({ id }) => id === (chosen ?? active)) ?? fixed("plain", "Plain default", PLAIN);
  return { all, current };
}
