import { overlayElement } from "@nightjar/contract";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { read } from "../../src/call.ts";
import { command, heading, isFocused } from "../../src/command-box.ts";
import { canvasOf, click, type Given, named, optionOf, properties, seeStored } from "../../src/designer.ts";
import { hold } from "../../src/hold.ts";
import { open } from "./studio.ts";
import { listed, storedNamed } from "./template-list.ts";

const TITLE: Given = { type: "text", name: "Title", content: "Harbour Lights", xPosition: 300, yPosition: 200 };
const CREATION = "**/trpc/overlays.createTemplate*";

/** Names what is shown and saves it as new; the answer stands still. @returns how to let it go */
async function saveAsNew(page: Page, name: string): Promise<() => void> {
  const letGo = await hold(page, CREATION);
  await page.getByLabel("Template name").fill(name);
  const asked = page.waitForRequest(CREATION);
  await page.getByRole("button", { name: "Save as New Template" }).click();
  await asked;
  return letGo;
}

/** @returns the id of what it is saved as, once that is shown */
async function seeShown(page: Page, name: string, insteadOf: string): Promise<string> {
  await page.waitForURL(({ searchParams }) => searchParams.get("template") !== insteadOf);
  await page.unroute(CREATION);
  return (await storedNamed(name)).id;
}

describe("templates", () => {
  it("saved as new call nobody back who has opened another one, or left the designer, before the answer", async () => {
    const { page, call } = await open().desk("Copied behind", [TITLE]);
    const seeSaved = async (name: string) => {
      await page.locator("[data-notice]").filter({ hasText: "Template Saved" }).filter({ hasText: name }).waitFor();
      await page.unroute(CREATION);
      const { id } = await storedNamed(name);
      expect(await read(call, overlayElement.array(), `/api/overlay-templates/${id}/elements`)).not.toEqual([]);
    };
    const letFirst = await saveAsNew(page, "First behind");
    const leave = page.getByRole("alertdialog", { name: "Leave without saving?" }).getByRole("button", { name: "Leave" });
    await listed(page, "Lower Third").click();
    await leave.click();
    await expect.poll(() => page.getByLabel("Template name").inputValue()).toBe("Lower Third");
    await page.getByLabel("Description").fill("Typed meanwhile");
    letFirst();
    await seeSaved("First behind");
    expect(await page.getByLabel("Template name").inputValue()).toBe("Lower Third");
    expect(await page.getByLabel("Description").inputValue()).toBe("Typed meanwhile");

    const letSecond = await saveAsNew(page, "Second behind");
    await command(page, "Music Library", "Music Library");
    await leave.click();
    await heading(page, "Music Library").waitFor();
    letSecond();
    await seeSaved("Second behind");
    expect(new URL(page.url()).pathname).toBe("/library");
  });

  it("saved as new leave the canvas as it stands, and take nothing from who writes in them meanwhile", async () => {
    const { page, templateId } = await open().desk("Written on", [TITLE]);
    const canvas = await canvasOf(page).elementHandle();
    await click(page, "Title");
    const letGo = await saveAsNew(page, "Written on further");
    const content = properties(page).getByRole("textbox", { name: "Content" });
    await content.press("End");
    await page.keyboard.type(" and");
    letGo();
    const id = await seeShown(page, "Written on further", templateId);
    await page.keyboard.type(" more");
    expect(await isFocused(content)).toBe(true);
    // Drawn anew it would have lost where it was zoomed to.
    expect(await canvas?.evaluate(({ isConnected }) => isConnected)).toBe(true);
    await page.keyboard.press("Tab");
    await seeStored({ page, call: open().call, templateId: id }, (now) =>
      expect(named(now, "Title").content).toBe("Harbour Lights and more"),
    );
  });

  it("saved as new take nothing from who writes a text on the canvas meanwhile", async () => {
    const { page, call, templateId } = await open().desk("Written in", [TITLE]);
    await click(page, "Title");
    const letGo = await saveAsNew(page, "Written in further");
    await canvasOf(page).press("Enter");
    const editor = page.getByRole("textbox", { name: "Text of Title" });
    await editor.press("End");
    await page.keyboard.type(" and");
    letGo();
    const id = await seeShown(page, "Written in further", templateId);
    await page.keyboard.type(" more");
    expect(await isFocused(editor)).toBe(true);
    await page.keyboard.press("Control+Enter");
    await seeStored({ page, call, templateId: id }, (now) => expect(named(now, "Title").content).toBe("Harbour Lights and more"));
    // Opened once more it takes the keys again, and they reach no element.
    await canvasOf(page).press("Enter");
    await expect.poll(() => isFocused(editor)).toBe(true);
    await page.keyboard.press("Backspace");
    expect(await editor.inputValue()).toBe("");
    await page.keyboard.press("Escape");
    await editor.waitFor({ state: "detached" });
    expect(await optionOf(page, "Title").count()).toBe(1);
  });
});
