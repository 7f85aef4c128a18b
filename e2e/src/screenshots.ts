import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { DESKTOP, PHONE, type Person } from "./browser.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = join(root, "docs/images");

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

/** After a failure: stores what each of them has before their eyes as test-results/seen-N.png. */
export async function keepWhatIsSeen(people: readonly (Person | undefined)[]): Promise<void> {
  for (const [index, person] of people.entries()) await person?.page.screenshot({ path: join(root, `test-results/seen-${index}.png`) });
}
