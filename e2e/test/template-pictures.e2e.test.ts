/// <reference lib="dom" />
import type { Locator, Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { barriers } from "../src/axe.ts";
import { PHONE } from "../src/browser.ts";
import type { Call } from "../src/call.ts";
import { givenBackground, givenStream, givenTemplate, NOWHERE } from "../src/given.ts";
import { studioFor } from "../src/studio-for.ts";
import { screenshot } from "../src/screenshots.ts";

// A template is chosen by what it looks like, and before it is applied it is said what that does on air.

const EMPTY = "Nothing at all";

const open = studioFor("template-pictures");
let call: Call;
let folder = "";
let id = "";

beforeAll(async () => {
  ({ folder } = open());
  ({ call } = open());
  await givenTemplate(call, "Words");
  await call("POST", "/api/overlay-templates", { name: EMPTY });
  const activeBackgroundId = await givenBackground(call, folder, "Harbour", "navy");
  id = await givenStream(call, "Night Desk", { destination: NOWHERE, set: { activeBackgroundId } });
});
beforeEach(async () => {
  await call("PATCH", `/api/streams/${id}`, { activeOverlayTemplateId: null });
});

async function choosing(options?: Parameters<ReturnType<typeof open>["operator"]>[0]): Promise<{ page: Page; dialog: Locator }> {
  const page = await open().signedIn(options);
  await page.goto(`/streaming?stream=${id}&tab=overlays`);
  await page.getByRole("button", { name: "Select Template" }).click();
  return { page, dialog: page.getByRole("dialog", { name: "Select Template" }) };
}
const card = (dialog: Locator, name: string) =>
  dialog.getByRole("listitem").filter({ has: dialog.page().getByRole("radio", { name, exact: true }) });

/** How many pixels of its picture are not empty, once it is drawn. */
async function drawnPixels(dialog: Locator, name: string): Promise<number> {
  const canvas = card(dialog, name).locator("canvas[data-drawn=true]");
  await canvas.waitFor();
  return canvas.evaluate((node) => {
    if (!(node instanceof HTMLCanvasElement)) throw new Error("no canvas");
    const { data } = node.getContext("2d")?.getImageData(0, 0, node.width, node.height) ?? new ImageData(1, 1);
    return data.filter((value, index) => index % 4 === 3 && value > 0).length;
  });
}

describe("a template", () => {
  it("is shown as it airs, each by its own picture over the stream's background, 'no template' among them", async () => {
    const { page, dialog } = await choosing();
    const [words, none, empty] = [
      await drawnPixels(dialog, "Words"),
      await drawnPixels(dialog, "No template"),
      await drawnPixels(dialog, EMPTY),
    ];
    // Two small words; artwork, title and artist.
    expect(words).toBeGreaterThan(0);
    expect(none).toBeGreaterThan(10 * words);
    expect(empty).toBe(0);
    expect(await card(dialog, "Words").locator("img").count()).toBe(1);
    await card(dialog, "No template").getByText("In use").waitFor();
    await card(dialog, "No template").getByText("A template without elements shows the background alone.", { exact: false }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await screenshot(page, "template-pictures");
  });

  it("is chosen by a press on its picture or by the arrow keys, and applied", async () => {
    const { page, dialog } = await choosing();
    await drawnPixels(dialog, "Words");
    await card(dialog, EMPTY).locator("canvas").click();
    expect(await dialog.getByRole("radio", { name: EMPTY, exact: true }).isChecked()).toBe(true);
    await dialog.getByRole("radio", { name: "No template", exact: true }).check();
    await page.keyboard.press("ArrowUp");
    expect(await dialog.getByRole("radio", { name: "No template", exact: true }).isChecked()).toBe(false);
    await card(dialog, "Words").locator("canvas").click();
    expect(await dialog.getByText(/^Applying puts/).count()).toBe(0);
    await dialog.getByRole("button", { name: "Apply Template" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("list", { name: "Overlay elements" }).getByText("Greeting").waitFor();
  });

  it("says before it is applied what takes whose place on air, and that nothing does where it shows already", async () => {
    await call("POST", `/api/direct-streaming/start/${id}`, {});
    const { page, dialog } = await choosing();
    await dialog.getByText("The stream is live: its picture changes on air as soon as you apply.").waitFor();
    await dialog.getByRole("radio", { name: "Words", exact: true }).check();
    await dialog.getByText("Applying puts “Words” in the place of artwork, title and artist within the track").waitFor();
    await dialog.getByRole("radio", { name: "No template", exact: true }).check();
    await dialog.getByText("This is what it shows now: nothing changes.").waitFor();
    expect(await barriers(page)).toEqual([]);
    await call("POST", `/api/direct-streaming/stop/${id}`);
  });

  it("can be chosen by its name where its picture cannot be drawn, which is said in its place", async () => {
    const page = await open().operator();
    await page.route("**/scene/**", (route) => route.abort());
    await page.goto(`/streaming?stream=${id}&tab=overlays`);
    await page.getByRole("button", { name: "Select Template" }).click();
    const dialog = page.getByRole("dialog", { name: "Select Template" });
    await card(dialog, "Words").getByText("The fonts could not be loaded.").waitFor();
    await dialog.getByRole("radio", { name: "Words", exact: true }).check();
    await dialog.getByRole("button", { name: "Apply Template" }).click();
    await dialog.waitFor({ state: "detached" });
  });

  it("is chosen on a phone as well", async () => {
    const { page, dialog } = await choosing({ viewport: PHONE });
    await drawnPixels(dialog, "Words");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(PHONE.width);
    expect(await barriers(page)).toEqual([]);
    await card(dialog, "Words").locator("canvas").click();
    expect(await dialog.getByRole("radio", { name: "Words", exact: true }).isChecked()).toBe(true);
  });
});
