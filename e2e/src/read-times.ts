import type { Page } from "playwright-core";

/** When the page asked for a call whose answer has come, in milliseconds of its own clock since it was loaded. */
export const readTimesMs = (page: Page, call: string): Promise<number[]> =>
  page.evaluate(
    (name) =>
      performance
        .getEntriesByType("resource")
        .filter((entry) => entry.name.includes(name))
        .map(({ startTime }) => startTime),
    call,
  );
