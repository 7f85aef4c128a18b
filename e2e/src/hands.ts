/// <reference lib="dom" />
import type { Locator, Page } from "playwright-core";
import { DESKTOP, PHONE } from "./browser.ts";
import { eventually } from "./until.ts";

/** How somebody gets at things: with the mouse at a wide screen, or with the keyboard alone at a phone's. */
export interface Hand {
  readonly name: "mouse" | "keyboard";
  readonly viewport: { readonly width: number; readonly height: number };
  press(place: Locator): Promise<void>;
  /** In place of what stands there. */
  type(place: Locator, text: string): Promise<void>;
  choose(select: Locator, option: string): Promise<void>;
  /** An entry of the menu behind a button. */
  pick(button: Locator, item: string): Promise<void>;
}

export const mouse: Hand = {
  name: "mouse",
  viewport: DESKTOP,
  press: (place) => place.click(),
  async type(place, text) {
    await place.click();
    await place.selectText();
    await place.pressSequentially(text);
  },
  choose: async (select, option) => void (await select.selectOption(option)),
  async pick(button, item) {
    await button.click();
    await button.page().getByRole("menuitem", { name: item, exact: true }).click();
  },
};

/** With the keyboard alone. @param reach brings the focus to a place */
const byKeyboard = (reach: (place: Locator) => Promise<void>): Hand => ({
  name: "keyboard",
  viewport: PHONE,
  async press(place) {
    await reach(place);
    const isTicked = await place.evaluate((node) => node.matches("input[type=radio], input[type=checkbox], [role=checkbox]"));
    await place.page().keyboard.press(isTicked ? "Space" : "Enter");
  },
  async type(place, text) {
    await reach(place);
    await place.page().keyboard.press("Control+a");
    await place.page().keyboard.type(text);
  },
  async choose(select, option) {
    await reach(select);
    const { chosen, wanted } = await select.evaluate((node, text) => {
      const options = node instanceof HTMLSelectElement ? [...node.options] : [];
      return { chosen: options.findIndex(({ selected }) => selected), wanted: options.findIndex(({ label }) => label === text) };
    }, option);
    // Letters would choose what begins so, on the way, and a space opens the list.
    const key = wanted > chosen ? "ArrowDown" : "ArrowUp";
    for (let at = chosen; at !== wanted; at += Math.sign(wanted - chosen)) await select.page().keyboard.press(key);
  },
  async pick(button, item) {
    const page = button.page();
    await reach(button);
    await page.keyboard.press("Enter");
    const wanted = page.getByRole("menuitem", { name: item, exact: true });
    await wanted.waitFor();
    await page.keyboard.type(item);
    await reached(page, wanted);
    await page.keyboard.press("Enter");
  },
});

/** Anywhere at once: which stops there are on the way is not asked. */
export const keyboard = byKeyboard(focused);
/** Stop by stop, as somebody gets there who has no mouse. */
export const tabbing = byKeyboard(tabbed);

/** @throws where the keyboard cannot get there: what is hidden, disabled or no stop of Tab takes no focus */
async function focused(place: Locator): Promise<void> {
  await place.waitFor();
  await eventually(async () => {
    if (!(await place.evaluate(takesFocus))) throw new Error(`${String(place)} cannot be reached by keyboard`);
  });
}

/** A dialog that has just come takes the focus to where it begins, a frame later. */
async function takesFocus(node: HTMLElement): Promise<boolean> {
  node.focus();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return node === document.activeElement && node.tabIndex >= 0;
}

/** More than a screen has. */
const STOPS_MAX = 300;

/** Tab after Tab, or back. @throws where the place is no stop of theirs */
async function tabbed(place: Locator): Promise<void> {
  await place.waitFor();
  await (await place.elementHandle())?.waitForElementState("enabled");
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    const key = await place.evaluate(keyTowards);
    if (key === null) return;
    await place.page().keyboard.press(key);
  }
  throw new Error(`${String(place)} is no stop of Tab`);
}

/** Leads there from what has the focus; null: it is there, and stays. */
async function keyTowards(node: HTMLElement): Promise<"Tab" | "Shift+Tab" | null> {
  if (node === document.activeElement) {
    // As above: a dialog may take it a frame later.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    if (node === document.activeElement) return null;
  }
  const from = document.activeElement ?? document.body;
  const isAbove = from !== document.body && (from.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING) > 0;
  return isAbove ? "Shift+Tab" : "Tab";
}

const reached = (page: Page, place: Locator): Promise<unknown> =>
  place.elementHandle().then((handle) => page.waitForFunction((node) => node === document.activeElement, handle));
