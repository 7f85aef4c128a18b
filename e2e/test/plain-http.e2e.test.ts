/// <reference lib="dom" />
import { describe, expect, it } from "vitest";
import { PHONE, PLAIN_HOST } from "../src/browser.ts";
import { box } from "../src/command-box.ts";
import { studioFor } from "../src/studio-for.ts";

// The studio as it is first reached on somebody's server: by a name or an address of the net there, without https.

const open = studioFor("plain-http");
const baseURL = () => open().studio.url.replace("127.0.0.1", PLAIN_HOST);

describe("over plain http, at another address than localhost", () => {
  it("dialogs and the list of commands open, and Back closes them", async () => {
    const page = await open().operator({ baseURL: baseURL() });
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await page.goto("/streaming");
    await page.getByRole("button", { name: "Create New Stream" }).click();
    const making = page.getByRole("dialog", { name: "Create New Stream" });
    await making.waitFor();
    // Its entry in the history comes a moment after it does.
    await page.waitForFunction(() => history.state?.layer !== undefined);
    await page.goBack();
    await making.waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
    await box(page).waitFor();
    await page.waitForFunction(() => history.state?.layer !== undefined);
    await page.goBack();
    await box(page).waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Stream Manager", level: 1 }).waitFor();
  });

  it("a phone has its menu", async () => {
    const page = await open().operator({ baseURL: baseURL(), viewport: PHONE });
    await page.getByRole("button", { name: "Open menu" }).click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await menu.getByRole("link", { name: /^Music Library/ }).click();
    await page.getByRole("heading", { name: "Music Library", level: 1 }).waitFor();
    await menu.waitFor({ state: "detached" });
  });
});
