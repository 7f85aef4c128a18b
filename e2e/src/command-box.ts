/// <reference lib="dom" />
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

// The list that Ctrl and K opens, as somebody uses it.

export const box = (page: Page) => page.getByRole("dialog", { name: "Commands" });
export const field = (page: Page) => box(page).getByRole("combobox", { name: "Commands" });
export const option = (page: Page, name: string | RegExp) => box(page).getByRole("option", { name });
export const selected = (page: Page) => box(page).getByRole("option", { selected: true });
/** By its own mark: while a dialog is open, all beside it is hidden from roles. */
export const notice = (page: Page, title: string) => page.locator("[data-notice]").filter({ hasText: title });
export const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
/** It takes what is typed. */
export const isFocused = (place: Locator) => place.evaluate((node) => node === document.activeElement);

/** Types, waits until what is wanted is the chosen one, and chooses it: a dialog that it opens lies over the list. */
export async function choose(page: Page, typed: string, wanted: string): Promise<void> {
  await page.keyboard.press("Control+k");
  // What lay over the page before may still be giving the focus back.
  await expect.poll(() => isFocused(field(page))).toBe(true);
  await page.keyboard.type(typed);
  await selected(page).filter({ hasText: wanted }).waitFor();
  await page.keyboard.press("Enter");
}

/** The same of what is done at once, or leads to another screen. */
export async function command(page: Page, typed: string, wanted: string): Promise<void> {
  await choose(page, typed, wanted);
  await box(page).waitFor({ state: "detached" });
}
