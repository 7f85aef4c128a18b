import type { Page, Route } from "playwright-core";

/** The page's calls to an address stand still. @param then what becomes of them after that @returns lets them go */
export async function hold(page: Page, address: string | RegExp, then = (route: Route) => route.continue()): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await then(route);
  });
  return resolve;
}
