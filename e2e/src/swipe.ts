import type { Locator, Page } from "playwright-core";

interface Point {
  readonly x: number;
  readonly y: number;
}

const STEPS = 6;

/** One finger, put down at the one point, moved to the other and lifted there. */
export async function swipe(page: Page, from: Point, to: Point): Promise<void> {
  const wire = await page.context().newCDPSession(page);
  await wire.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
  for (let step = 1; step <= STEPS; step += 1) {
    const share = step / STEPS;
    const point = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    await wire.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [point] });
  }
  await wire.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await wire.detach();
}

export async function middleOf(place: Locator): Promise<Point> {
  const box = await place.boundingBox();
  if (box === null) throw new Error(`${String(place)} is not shown`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
