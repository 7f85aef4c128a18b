import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Locator, Page } from "playwright-core";
import { DESKTOP, PHONE, type Person } from "./browser.ts";
import { tool } from "./tool.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = join(root, "test-results/screens");

/** To be looked at: stores the screen at both sizes as test-results/screens/NAME.png and NAME-phone.png where SCREENSHOTS is set. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (!process.env["SCREENSHOTS"]) return;
  mkdirSync(folder, { recursive: true });
  const notice = page.getByRole("listitem").getByRole("button", { name: "Close" });
  for (const each of await notice.all()) await each.click();
  for (const [size, ending] of [
    [PHONE, "-phone"],
    [DESKTOP, ""],
  ] as const) {
    await page.setViewportSize(size);
    await page.evaluate("scrollTo(0, 0)");
    await page.screenshot({ path: join(folder, `${name}${ending}.png`), animations: "disabled" });
  }
}

/** The same of a part of a screen that is longer than a window. */
export async function partShot(page: Page, part: Locator, name: string): Promise<void> {
  if (!process.env["SCREENSHOTS"]) return;
  mkdirSync(folder, { recursive: true });
  for (const [size, ending] of [
    [PHONE, "-phone"],
    [DESKTOP, ""],
  ] as const) {
    await page.setViewportSize(size);
    await part.screenshot({ path: join(folder, `${name}${ending}.png`), animations: "disabled" });
  }
}

/** The same of one frame of a recording. */
export async function frameShot(path: string, atSeconds: number, name: string): Promise<void> {
  if (!process.env["SCREENSHOTS"]) return;
  const scaled = ["-frames:v", "1", "-vf", "scale=1280:-2:flags=lanczos", join(folder, `${name}.png`)];
  await tool("ffmpeg", ["-v", "error", "-y", "-ss", String(atSeconds), "-i", path, ...scaled]);
}

/** After a failure: stores what each of them has before their eyes as test-results/NAME-seen-N.png. @param name of the file of tests */
export async function keepWhatIsSeen(name: string, people: readonly (Person | undefined)[]): Promise<void> {
  for (const [index, person] of people.entries())
    await person?.page.screenshot({ path: join(root, `test-results/${name}-seen-${index}.png`) });
}
