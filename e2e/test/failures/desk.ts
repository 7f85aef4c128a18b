import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Desk } from "../../src/failing.ts";
import { TONES } from "../../src/tones.ts";

// What the rows of failing changes of /streaming share.

export const ADDRESS = "rtmp://127.0.0.1:9/live";
export const OTHER = "rtmp://127.0.0.1:9/other";
export const LIVE_FAILED = "Could not apply changes to live stream. Please try again.";
const [ONE, TWO, THREE] = TONES;
if (!ONE || !TWO || !THREE) throw new Error("too few tones");
/** The last is in no tracklist. */
export const TRACKS = { ONE, TWO, THREE };

/** Off air, with all there can be; on air; and with nothing. */
export const ids = { off: "", live: "", bare: "" };

export const at = (name: keyof typeof ids, tab?: string) => () => `/streaming?stream=${ids[name]}${tab === undefined ? "" : `&tab=${tab}`}`;
export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
export const dialog = (page: Page, name: string) => page.getByRole("dialog", { name }).or(page.getByRole("alertdialog", { name }));

/** Presses a button, and within the dialog that it opens another. */
export async function through({ page, hand }: Desk, opener: string, title: string, confirm: string): Promise<void> {
  await hand.press(button(page, opener).first());
  await hand.press(dialog(page, title).getByRole("button", { name: confirm, exact: true }));
}
export const typedStays = (title: string, label: string, text: string) => async (page: Page) =>
  expect(await dialog(page, title).getByLabel(label).inputValue()).toBe(text);
export const chosenStays = (title: string, name: string) => async (page: Page) =>
  expect(await dialog(page, title).getByRole("radio", { name, exact: true }).isChecked()).toBe(true);
export async function typed({ page, hand }: Desk, opener: string, title: string, confirm: string): Promise<void> {
  await hand.press(button(page, opener).first());
  await hand.type(dialog(page, title).getByLabel("Title"), "Typed by hand");
  await hand.press(dialog(page, title).getByRole("button", { name: confirm, exact: true }));
}
export async function chosen({ page, hand }: Desk, title: string, name: string, confirm: string): Promise<void> {
  await hand.press(button(page, title));
  await hand.press(dialog(page, title).getByRole("radio", { name, exact: true }));
  await hand.press(dialog(page, title).getByRole("button", { name: confirm, exact: true }));
}
/** Opens the settings where some of them are told, changes one, and saves. */
export async function setting(
  { page, hand }: Desk,
  what: string,
  change: (settings: ReturnType<typeof dialog>) => Promise<void>,
): Promise<void> {
  await hand.press(button(page, `Change ${what}`));
  const settings = dialog(page, "Edit Stream");
  await change(settings);
  await hand.press(settings.getByRole("button", { name: "Save", exact: true }));
}
export const settingStays = (label: string, value: string) => async (page: Page) =>
  expect(await dialog(page, "Edit Stream").getByLabel(label, { exact: true }).inputValue()).toBe(value);
export const actionsFor = (page: Page, title: string) => button(page, `Actions for ${title}`);
