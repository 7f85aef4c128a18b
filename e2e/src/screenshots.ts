import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { DESKTOP, PHONE } from "./browser.ts";

const folder = resolve(import.meta.dirname, "../../docs/images");

/** Stores the screen at both sizes as docs/images/NAME.png and NAME-phone.png where SCREENSHOTS is set; else does nothing. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (!process.env["SCREENSHOTS"]) return;
  mkdirSync(folder, { recursive: true });
  for (const [size, ending] of [
    [PHONE, "-phone"],
    [DESKTOP, ""],
  ] as const) {
    await page.setViewportSize(size);
    await page.screenshot({ path: join(folder, `${name}${ending}.png`), animations: "disabled" });
  }
}
