import type { Locator } from "playwright-core";

/** Presses a button whose call stands still. @returns how much wider it is at work, and when its spinner is seen */
export async function pressHeld(button: Locator) {
  const widthPx = () => button.evaluate((each: HTMLElement) => each.offsetWidth);
  const beforePx = await widthPx();
  await button.click();
  const spinner = button.and(button.page().locator("[aria-busy=true]")).locator("svg").first();
  await spinner.waitFor({ state: "attached" });
  const { animationDelay, animationFillMode } = await spinner.evaluate((picture) => {
    const style = getComputedStyle(picture);
    return { animationDelay: style.animationDelay, animationFillMode: style.animationFillMode };
  });
  return { widerByPx: (await widthPx()) - beforePx, animationDelay, animationFillMode };
}

/** A spinner that turns from the beginning, is seen after 150 ms, and moves nothing. */
export const SEEN_LATER = { widerByPx: 0, animationDelay: "0s, 0.15s", animationFillMode: "none, both" };
