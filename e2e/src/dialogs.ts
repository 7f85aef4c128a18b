import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { barriers } from "./axe.ts";
import { isFocused } from "./command-box.ts";
import type { Desk } from "./failing.ts";

/** Something that somebody does at a desk. */
export type Doing = (desk: Desk) => Promise<unknown>;

/** A dialog, and the way to it. */
export interface Opening {
  /** Its title: `tooling/test/walks.test.ts` misses each of the studio's that no row opens. */
  readonly opens: string;
  readonly by: Doing;
  /** Where Escape asks first, or is not enough. */
  readonly leave?: Doing;
}

/** A screen, with dialogs that are opened one after the other. */
export interface ScreenOfDialogs {
  readonly screen: string;
  readonly at: () => string;
  /** In the order in which Tab gets to what opens them: each begins where the one before has given the focus back. */
  readonly openings: readonly Opening[];
}

export const button = (place: Page | Locator, name: string | RegExp) => place.getByRole("button", { name, exact: true }).first();
export const titled = (page: Page, name: string) =>
  page.getByRole("dialog", { name, exact: true }).or(page.getByRole("alertdialog", { name, exact: true }));

/** Presses a button of the page. */
export const press =
  (name: string | RegExp): Doing =>
  ({ page, hand }) =>
    hand.press(button(page, name));

/** Presses a button of a dialog, once that is opened. */
export const within =
  (title: string, name: string, open: Doing = async () => undefined): Doing =>
  async (desk) => {
    await open(desk);
    await desk.hand.press(button(titled(desk.page, title), name));
  };

export async function turnTo({ page, hand }: Desk, name: string): Promise<void> {
  const wanted = page.getByRole("tab", { name });
  if (hand.name === "mouse") return wanted.click();
  const row = page.getByRole("tablist").filter({ has: wanted }).getByRole("tab");
  // Of a row of tabs the chosen one alone is a stop of Tab; the arrows lead on from it.
  await hand.press(row.and(page.getByRole("tab", { selected: true })));
  const tabs = await row.all();
  for (let at = await chosenOf(tabs); !(await isFocused(wanted)); at += 1) {
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => isFocused(row.nth((at + 1) % tabs.length)), { message: name }).toBe(true);
  }
  await expect.poll(() => wanted.getAttribute("aria-selected")).toBe("true");
}

async function chosenOf(tabs: readonly Locator[]): Promise<number> {
  const chosen = await Promise.all(tabs.map((tab) => tab.getAttribute("aria-selected")));
  return chosen.indexOf("true");
}

/** Also those that others lie over, which have no role meanwhile. */
const lying = (page: Page) => page.locator("[role=dialog], [role=alertdialog]");

/** Closes what was opened last, and then what that lay over. */
export async function closeAll({ page }: Desk): Promise<void> {
  for (let count = await lying(page).count(); count > 0; count = await lying(page).count()) {
    const [title] = (await lying(page).last().innerText()).split("\n");
    await page.keyboard.press("Escape");
    await expect.poll(() => lying(page).count(), { message: `Escape closes ${title}` }).toBeLessThan(count);
  }
}

/** Opens them, and leaves each. @returns what keeps people from using them, each with its dialog */
export async function barriersIn(desk: Desk, openings: readonly Opening[]): Promise<string[]> {
  const { page } = desk;
  const found: string[] = [];
  for (const { opens, by, leave = closeAll } of openings) {
    await by(desk);
    const dialog = titled(page, opens);
    await dialog.waitFor();
    // What it holds may come after it.
    await expect.poll(() => dialog.getByText(/^(Loading|Looking) /).count(), { message: opens }).toBe(0);
    found.push(...(await barriers(page)).map((barrier) => `${opens}: ${barrier}`));
    await leave(desk);
    await expect.poll(() => lying(page).count(), { message: opens }).toBe(0);
  }
  return found;
}
