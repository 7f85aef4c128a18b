export const GAP_PX = 8;
/** What stands below a picture: title, track, what follows and health. */
const WORDS_PX = 82;
/** Narrower, a reason cannot be read; wider, a picture is larger than it was sent. */
const LEAST_PX = 200;
const MOST_PX = 430;
/** Narrower is a phone in the hand, on which streams stand below each other. */
const PHONE_PX = 560;

/** How many stand side by side: the pictures are as large as they can be with all of them in the window; where they cannot, as small as may be. */
export function columnsFor(count: number, { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number }): number {
  if (widthPx < PHONE_PX) return 1;
  const widthOf = (columns: number) => (widthPx - GAP_PX * (columns - 1)) / columns;
  const heightOf = (columns: number) => Math.ceil(count / columns) * ((widthOf(columns) * 9) / 16 + WORDS_PX + GAP_PX) - GAP_PX;
  const most = Math.floor((widthPx + GAP_PX) / (LEAST_PX + GAP_PX));
  let columns = Math.min(most, Math.ceil((widthPx + GAP_PX) / (MOST_PX + GAP_PX)));
  while (columns < most && heightOf(columns) > heightPx) columns += 1;
  return columns;
}
