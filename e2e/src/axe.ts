/// <reference lib="dom" />
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What keeps people from using the page, each with where it is: all that axe finds, its advice included. */
export async function barriers(page: Page): Promise<string[]> {
  // Through the inspector, as the page's own policy lets no script in; once for a page that is looked at again and again.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(source);
  // What is still fading in has the contrast of no moment that anybody reads it in.
  await page.evaluate(untilStill);
  const { violations } = await page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })");
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary ?? ""}`),
  );
}

/** What turns for ever (a wait) is not waited for; what is taken away meanwhile is over too. */
async function untilStill(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
  await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
}
