/// <reference lib="dom" />
import type { Page } from "playwright-core";

/** A page takes itself for the one that is seen, or not: which one is, the test says. */
export const become = (page: Page, seen: "hidden" | "visible") =>
  page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, seen);
