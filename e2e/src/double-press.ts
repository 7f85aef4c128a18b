import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { middleOf } from "./swipe.ts";

/** Presses twice at the same place. @param next what has come to stand there when the second half follows */
export async function doublePress(page: Page, target: Locator, next: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const { x, y } = await middleOf(target);
  const liesThere = async () => {
    const box = await next.boundingBox();
    return box !== null && x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
  };
  expect(await next.isVisible().then((isThere) => isThere && liesThere())).toBe(false);
  await page.mouse.click(x, y);
  await expect.poll(liesThere).toBe(true);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
}

/** How often the page has sent a call since then: read once a later one is answered, for nothing is sent within the press itself. */
export function countSent(page: Page, address: RegExp): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (address.test(request.url())) count += 1;
  });
  return () => count;
}
