/// <reference lib="dom" />
import type { Locator } from "playwright-core";

/** Whether a finger on its middle meets it: it is in the window, and nothing lies over it. */
export const isInReach = (target: Locator): Promise<boolean> =>
  target.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
