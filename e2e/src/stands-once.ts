import type { Page } from "playwright-core";

/**
 * On watch for texts that stand together for a moment only: what looks now and then, as a locator does, misses them on a busy machine.
 * Awaited, the page is on watch; what that resolves to says when they have stood there.
 */
export async function standsOnce(page: Page, ...texts: readonly string[]): Promise<{ readonly seen: Promise<void> }> {
  const watch = await page.evaluateHandle(
    (wanted) => ({
      seen: new Promise<void>((resolve) => {
        const look = () => {
          if (!wanted.every((text) => document.body.textContent.includes(text))) return;
          observer.disconnect();
          resolve();
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        look();
      }),
    }),
    texts,
  );
  return { seen: watch.evaluate(({ seen }) => seen) };
}
