/// <reference lib="dom" />
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { become } from "../src/become.ts";
import { PHONE } from "../src/browser.ts";
import { isFocused } from "../src/command-box.ts";
import { givenTracks } from "../src/given.ts";
import { studioFor } from "../src/studio-for.ts";
import { TONES } from "../src/tones.ts";

// Notices of what went wrong: those that say much, and how long they stay.

const open = studioFor("notices-long");
const SIDEWAYS = { width: PHONE.height, height: PHONE.width };

beforeAll(async () => {
  const { call, folder } = open();
  await givenTracks(
    call,
    folder,
    TONES.slice(0, 1).map((tone) => ({ ...tone, title: "Pier" })),
  );
});

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("alertdialog", { name: "Delete Track" });
const isCut = (text: Locator) => text.evaluate((node) => node.scrollHeight > node.clientHeight);

const REFUSAL = "The track stands in the tracklists of streams that are on air just now, and cannot be deleted there. ";
/** The library, in which deleting a track is refused by this. */
async function refusing(message: string, options?: BrowserContextOptions): Promise<Page> {
  const page = await open().signedIn(options);
  await page.clock.install();
  await page.goto("/library");
  const refusal = { error: { message, code: -32_600, data: { code: "BAD_REQUEST", httpStatus: 400 } } };
  await page.route(/tracks\.delete/, (route) => route.fulfill({ status: 400, json: [refusal] }));
  return page;
}

/** @returns the notice of that */
async function refused(page: Page): Promise<Locator> {
  await button(page, "Delete Pier").click();
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  const told = page.locator("[data-notice=destructive]");
  await told.waitFor();
  return told;
}

/** The dialog that asked is closed, which would keep the focus to itself. */
async function refusedAndCancelled(page: Page): Promise<Locator> {
  const told = await refused(page);
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => isFocused(button(page, "Delete Pier"))).toBe(true);
  return told;
}

/** The browser of these tests gives the focus to every page. */
const focusIs = (page: Page, where: "here" | "elsewhere") =>
  page.evaluate((isHere) => {
    Object.defineProperty(document, "hasFocus", { value: () => isHere, configurable: true });
    window.dispatchEvent(new Event(isHere ? "focus" : "blur"));
  }, where === "here");
/** What a moved pointer changes is drawn a moment later. */
const drawn = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Takes half a minute to read. */
const LONG = REFUSAL.repeat(4).trim();

describe("a failure", () => {
  it.each([
    ["the window has no focus", (page: Page) => focusIs(page, "elsewhere"), (page: Page) => focusIs(page, "here")],
    ["another tab is shown", (page: Page) => become(page, "hidden"), (page: Page) => become(page, "visible")],
  ])("told while %s stays until somebody looks, and goes in its own time from then on", async (_where, leave, comeBack) => {
    const page = await refusing(LONG);
    await leave(page);
    const told = await refused(page);
    await page.clock.fastForward(120_000);
    expect(await told.isVisible()).toBe(true);
    await comeBack(page);
    await page.clock.fastForward(10_000);
    expect(await told.isVisible()).toBe(true);
    await page.clock.fastForward(40_000);
    await told.waitFor({ state: "detached" });
  });

  it("told before the window lost the focus has its whole time again afterwards", async () => {
    const page = await refusing(LONG);
    const told = await refused(page);
    await page.clock.fastForward(15_000);
    await focusIs(page, "elsewhere");
    await page.clock.fastForward(120_000);
    await focusIs(page, "here");
    // Longer than was left of it.
    await page.clock.fastForward(19_000);
    expect(await told.isVisible()).toBe(true);
    await page.clock.fastForward(40_000);
    await told.waitFor({ state: "detached" });
  });

  it("goes in its own time after another one was closed by its cross", async () => {
    const page = await refusing(LONG);
    const first = await refusedAndCancelled(page);
    await first.getByLabel("Close").click();
    await first.waitFor({ state: "detached" });
    const told = await refused(page);
    await page.clock.fastForward(40_000);
    await told.waitFor({ state: "detached" });
  });

  it("stays while a pointer moves over it", async () => {
    const page = await refusing(LONG);
    const told = await refusedAndCancelled(page);
    await told.hover();
    await drawn(page);
    await page.clock.fastForward(120_000);
    expect(await told.isVisible()).toBe(true);
    await page.mouse.move(1000, 1);
    await drawn(page);
    await page.clock.fastForward(40_000);
    await told.waitFor({ state: "detached" });
  });

  it("stays for who comes to it by F8 and Tab, and leaves the focus with the notices where it is closed there; the next one goes nonetheless", async () => {
    const page = await refusing(LONG);
    const told = await refusedAndCancelled(page);
    for (const key of ["F8", "Tab", "Tab", "Tab"]) {
      await page.keyboard.press(key);
      await page.clock.fastForward(120_000);
      expect(await told.isVisible()).toBe(true);
    }
    await page.keyboard.press("Enter");
    await told.waitFor({ state: "detached" });
    const place = page.getByRole("region", { name: "Notifications (F8)" }).getByRole("list");
    expect(await isFocused(place)).toBe(true);
    // Without the pointer and the focus that come with a press.
    await button(page, "Play Pier").evaluate((play: HTMLElement) => play.click());
    const next = page.locator("[data-notice]").filter({ hasText: "Now Playing" });
    await next.waitFor();
    await page.clock.fastForward(40_000);
    await next.waitFor({ state: "detached" });
    expect(await isFocused(place)).toBe(true);
  });
});

describe("a reason without end", () => {
  it("is cut where the notice would be higher than the window, and goes after half a minute", async () => {
    const page = await refusing(REFUSAL.repeat(60).trim());
    const told = await refused(page);
    const box = await told.boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect(box?.height).toBeGreaterThan(200);
    // The test itself takes some time as well.
    await page.clock.fastForward(20_000);
    expect(await told.isVisible()).toBe(true);
    await page.clock.fastForward(11_000);
    await told.waitFor({ state: "detached" });
  });

  it("is shown to its end by a press, with its cross within the window, and stays for as long as that takes to read", async () => {
    const message = REFUSAL.repeat(60).trim();
    const page = await refusing(message);
    const told = await refused(page);
    // The dialog keeps the focus and what scrolls to itself.
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await dialog(page).waitFor({ state: "detached" });
    const text = told.getByText(message, { exact: true });
    expect(await isCut(text)).toBe(true);
    await text.click();
    await expect.poll(() => isCut(text)).toBe(false);
    const isAtEnd = () =>
      text.evaluate((node) => node.getBoundingClientRect().bottom < (node.parentElement?.getBoundingClientRect().bottom ?? 0) + 1);
    expect(await isAtEnd()).toBe(false);
    await page.keyboard.press("End");
    await expect.poll(isAtEnd).toBe(true);
    await page.setViewportSize(SIDEWAYS);
    expect((await told.getByLabel("Close").boundingBox())?.y).toBeGreaterThan(0);

    // Neither the pointer nor the focus keep it from here on.
    await page.mouse.move(SIDEWAYS.width - 1, 1);
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await page.clock.fastForward(60_000);
    expect(await told.isVisible()).toBe(true);
    await page.clock.fastForward(message.length * 80);
    await told.waitFor({ state: "detached" });
  });
});

describe("on a phone", () => {
  it("a long refusal is shown as a whole by a press, also over a dialog, and stays as long as it takes to read", async () => {
    const message = REFUSAL.repeat(3).trim();
    const page = await refusing(message, { viewport: PHONE, hasTouch: true });
    await button(page, "Actions for Pier").tap();
    await page.getByRole("menuitem", { name: "Delete" }).tap();
    await dialog(page).getByRole("button", { name: "Delete" }).tap();
    const text = page.locator("[data-notice=destructive]").getByText(message, { exact: true });
    await text.waitFor();
    expect(await isCut(text)).toBe(true);
    // Twice as long as other notices stay; a letter takes 80 ms, and what is left is for the test itself.
    await page.clock.fastForward(message.length * 30);
    expect(await text.isVisible()).toBe(true);
    await text.tap();
    await expect.poll(() => isCut(text)).toBe(false);
    await page.clock.fastForward(60_000);
    await text.waitFor({ state: "detached" });
  });
});
