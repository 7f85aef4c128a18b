import { expect, test } from "vitest";
import { totalViewers } from "../src/features/dashboard/total-viewers.ts";

const off = { isLive: false, viewerCount: 0 };
const live = (viewerCount: number | null) => ({ isLive: true, viewerCount });

test("the total of viewers is of the streams where it is known, and no figure where it is known of none that is live", () => {
  expect([totalViewers([]), totalViewers([off]), totalViewers([off, live(0)])]).toEqual([0, 0, 0]);
  expect(totalViewers([off, live(1204), live(null), live(6)])).toBe(1210);
  expect([totalViewers([live(null)]), totalViewers([off, live(null)])]).toEqual([undefined, undefined]);
});
