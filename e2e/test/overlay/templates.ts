import { overlayElement } from "@nightjar/contract";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { DESKTOP, PHONE } from "../../src/browser.ts";
import { read } from "../../src/call.ts";
import { command, heading } from "../../src/command-box.ts";
import { canvasOf, click, type Given, named, properties, seeStored, steadyCanvas } from "../../src/designer.ts";
import { open } from "./studio.ts";
import { listed, storedNamed, templates } from "./template-list.ts";

const TITLE: Given = { type: "text", name: "Title", content: "Harbour Lights", xPosition: 300, yPosition: 200 };
const notice = (page: Page, title: string) => page.getByText(title, { exact: true }).first();

describe("templates", () => {
  it("begin with the Minimalist Overlay", async () => {
    const { page } = open().person;
    await page.goto("/overlay");
    await steadyCanvas(page);
    expect(await listed(page, "Minimalist Overlay Default").getAttribute("aria-current")).toBe("true");
    expect(await page.getByLabel("Template name").inputValue()).toBe("Minimalist Overlay");
  });

  it("are begun, saved, renamed, copied and deleted", async () => {
    const { page } = open().person;
    await page.goto("/overlay");
    await page.getByRole("button", { name: "Create New Template" }).click();
    const saveAsNew = page.getByRole("button", { name: "Save as New Template" });
    // "Not saved yet" stands there before anything is opened, too; only a new template is sent by this button.
    await page.getByRole("form", { name: "Template details" }).locator("[type=submit]").and(saveAsNew).waitFor();
    await page.getByText("Not saved yet").waitFor();
    await page.getByRole("button", { name: "Add track title" }).click();
    expect(await saveAsNew.isDisabled()).toBe(true);
    // What is not saved is not left behind without a question.
    await listed(page, "Lower Third").click();
    const leaving = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await leaving.getByRole("button", { name: "Cancel" }).click();
    await leaving.waitFor({ state: "detached" });
    // It gives the focus back once it is gone, which would take it from what comes next.
    await expect.poll(() => page.evaluate("document.activeElement !== document.body")).toBe(true);
    await page.getByLabel("Template name").fill("  Late set ");
    await page.getByLabel("Description").fill("After midnight");
    await saveAsNew.click();
    await notice(page, "Template Saved").waitFor();
    const first = await storedNamed("Late set");
    expect(first.description).toBe("After midnight");
    await expect.poll(() => new URL(page.url()).searchParams.get("template")).toBe(first.id);

    await page.getByLabel("Template name").fill("   ");
    expect(await page.getByRole("button", { name: "Save Changes" }).isDisabled()).toBe(true);
    await page.getByLabel("Template name").fill("Early set");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await notice(page, "Template Updated").waitFor();
    expect((await storedNamed("Early set")).id).toBe(first.id);

    await page.getByLabel("Template name").fill("Copied set");
    await saveAsNew.click();
    const copy = await storedNamed("Copied set");
    const elements = await read(open().call, overlayElement.array(), `/api/overlay-templates/${copy.id}/elements`);
    expect(elements.map(({ type }) => type)).toEqual(["track-title"]);
    // Undo still knows what was done before it was saved.
    await expect.poll(() => new URL(page.url()).searchParams.get("template")).toBe(copy.id);

    await listed(page, "Copied set").hover();
    await page.getByRole("button", { name: "Delete template Copied set" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete Template" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Delete template Copied set" }).click();
    await question.getByRole("button", { name: "Delete" }).click();
    await notice(page, "Template deleted").waitFor();
    await expect.poll(async () => (await templates()).some(({ id }) => id === copy.id)).toBe(false);
  });

  it("keep what was typed of them while panels change, and it is not left behind without a question", async () => {
    const { page } = await open().desk("Typed", [TITLE]);
    const name = page.getByLabel("Template name");
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await name.fill("Typed anew");
    await listed(page, "Lower Third").click();
    await question.getByRole("button", { name: "Cancel" }).click();
    await page.setViewportSize(PHONE);
    await page.getByRole("tab", { name: "Layers" }).click();
    await page.getByRole("tab", { name: "Templates" }).click();
    expect(await name.inputValue()).toBe("Typed anew");
    await page.setViewportSize(DESKTOP);
    await listed(page, "Lower Third").click();
    await question.getByRole("button", { name: "Leave" }).click();
    await expect.poll(() => name.inputValue()).toBe("Lower Third");
    await listed(page, "Typed").click();
    await expect.poll(() => name.inputValue()).toBe("Typed");
  });

  it("deleted while another screen is shown are not waited for on the way back: another one is opened", async () => {
    const { page, call, templateId } = await open().desk("Gone by then", [TITLE]);
    await command(page, "Music Library", "Music Library");
    await heading(page, "Music Library").waitFor();
    await call("DELETE", `/api/overlay-templates/${templateId}`);
    await page.goBack();
    await steadyCanvas(page);
    expect(await page.getByLabel("Template name").inputValue()).toBe("Minimalist Overlay");
    await expect.poll(() => new URL(page.url()).searchParams.get("template")).not.toBe(templateId);
  });

  it("deleted by somebody else are not left without a question, though nothing was edited since, and keep their name", async () => {
    const { page, call, templateId } = await open().desk("Only one left", [TITLE]);
    await call("DELETE", `/api/overlay-templates/${templateId}`);
    await page.getByText("This template was deleted.").waitFor();
    await page.getByText("Not saved yet").waitFor();
    expect(await page.getByRole("button", { name: "Save Changes" }).count()).toBe(0);
    await listed(page, "Lower Third").click();
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await question.getByText("This template was deleted. Its elements are lost when you leave it.").waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Save as New Template" }).click();
    expect((await storedNamed("Only one left")).id).not.toBe(templateId);
    await page.waitForURL(({ searchParams }) => searchParams.get("template") !== templateId);
  });

  it("deleted by somebody else leave nobody to choose whose changes stay", async () => {
    const { page, call, templateId } = await open().desk("Gone in between", [TITLE]);
    await page.route(
      "**/trpc/overlays.change*",
      async (route) => {
        await call("PATCH", `/api/overlay-templates/${templateId}`, { description: "Theirs" });
        await route.continue();
      },
      { times: 1 },
    );
    await click(page, "Title");
    await page.keyboard.press("ArrowRight");
    const keepMine = page.getByRole("button", { name: "Keep mine" });
    await keepMine.waitFor();
    await call("DELETE", `/api/overlay-templates/${templateId}`);
    await keepMine.waitFor({ state: "detached" });
    await page.getByText("This template was deleted.").waitFor();
    await page.getByRole("button", { name: "Save as New Template" }).click();
    await page.waitForURL(({ searchParams }) => searchParams.get("template") !== templateId);
  });

  it("are not deleted while a stream uses them, and the notice names it", async () => {
    const { page, call, templateId } = await open().desk("In use", [TITLE]);
    const { id } = await call("POST", "/api/streams", { title: "Night Shift Radio" });
    await call("PATCH", `/api/streams/${String(id)}`, { activeOverlayTemplateId: templateId });
    await listed(page, "In use").hover();
    await page.getByRole("button", { name: "Delete template In use" }).click();
    await notice(page, "Cannot Delete Template").waitFor();
    await page.getByText("The template is used by Night Shift Radio; remove it from them first.").first().waitFor();
    expect((await templates()).some((each) => each.id === templateId)).toBe(true);
  });
});

describe("the preview", () => {
  it("opens in a new tab, fills it, and its progress moves", async () => {
    const bar: Given = { type: "progress-bar", name: "Bar", xPosition: 100, yPosition: 900, boxWidthPx: 1700, fontSize: 40 };
    const { page } = await open().desk("Previewed", [TITLE, bar]);
    const opened = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Preview in New Tab" }).click();
    const tab = await opened;
    expect(new URL(tab.url()).pathname).toBe("/overlay-preview");
    const picture = tab.getByRole("img", { name: /^Overlay Previewed with Midnight Harbour/ });
    const box = await picture.boundingBox();
    expect(box?.width).toBe(tab.viewportSize()?.width);
    const look = async () => (await picture.screenshot()).toString("base64");
    const before = await look();
    await expect.poll(look).not.toBe(before);
    await tab.close();
  });

  it("says why it does not open where the browser does not let it", async () => {
    const { page } = await open().desk("Blocked", [TITLE]);
    const preview = page.getByRole("button", { name: "Preview in New Tab" });
    await page.evaluate("window.open = () => null");
    await preview.click();
    await notice(page, "Preview Blocked").waitFor();
    await notice(page, "Allow pop-ups for this site to see the preview.").waitFor();
    await page.evaluate("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }");
    await preview.click();
    await notice(page, "Preview Failed").waitFor();
    await notice(page, "This browser's session storage is full or switched off.").waitFor();
  });

  it("is refused for an empty canvas, and a tab without data says so", async () => {
    const { page } = await open().desk("Empty", []);
    await page.getByRole("button", { name: "Preview in New Tab" }).click();
    await notice(page, "Canvas is Empty").waitFor();
    await page.getByText("Add elements before previewing.").first().waitFor();
    const tab = await open().person.context.newPage();
    await tab.goto("/overlay-preview");
    await tab.getByText("No preview data found. Please generate a preview from the designer.").waitFor();
    await tab.close();
  });
});

describe("the list of shortcuts", () => {
  it("opens by '?' and by its button, but not while somebody types", async () => {
    const { page } = await open().desk("Shortcuts", [TITLE]);
    const list = page.getByRole("dialog", { name: "Keyboard Shortcuts" });
    await canvasOf(page).press("?");
    await list.waitFor();
    expect(await list.getByRole("definition").count()).toBeGreaterThan(15);
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    await list.waitFor();
    await page.keyboard.press("Escape");
    await click(page, "Title");
    await properties(page).getByRole("textbox", { name: "Content" }).press("End");
    await page.keyboard.type("?");
    await page.keyboard.press("Tab");
    await seeStored({ page, call: open().call, templateId: new URL(page.url()).searchParams.get("template") ?? "" }, (now) =>
      expect(named(now, "Title").content).toBe("Harbour Lights?"),
    );
    expect(await list.count()).toBe(0);
  });
});
