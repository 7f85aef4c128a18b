import { join } from "node:path";
import { BUILT_IN_TEMPLATES } from "@nightjar/contract";
import type { Page } from "playwright-core";
import { DESKTOP, PHONE } from "../src/browser.ts";
import { click, steadyCanvas } from "../src/designer.ts";
import { DUSK, SONG } from "./world.ts";

const PREVIEW = { width: 960, height: 540 };

/** Takes the pictures of docs/overlays.md: the designer wide and on a phone, and every built-in template over a background, as the preview draws it. */
export async function takeOverlays(page: Page, images: string): Promise<void> {
  await page.setViewportSize(PREVIEW);
  for (const { name } of BUILT_IN_TEMPLATES) await takeTemplate(page, name, images);
  await takeDesigner(page, images);
}

/** The designer with this template, over dusk, with the song. */
async function show(page: Page, name: string): Promise<void> {
  await page.goto("/overlay");
  await page.getByRole("list", { name: "Templates" }).getByRole("button", { name }).first().click();
  await page.getByText(name, { exact: true }).first().waitFor();
  await page.getByLabel("Background behind the canvas").selectOption(DUSK);
  await page.getByRole("button", { name: /^Sample track/ }).click();
  const dialog = page.getByRole("dialog", { name: "Sample Track" });
  await dialog.getByRole("button", { name: SONG.title }).click();
  await dialog.waitFor({ state: "detached" });
  await page.waitForLoadState("networkidle");
  await steadyCanvas(page);
}

async function takeTemplate(page: Page, name: string, images: string): Promise<void> {
  await show(page, name);
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Preview in New Tab" }).click();
  const tab = await opened;
  await tab.setViewportSize(PREVIEW);
  await tab.getByRole("img", { name: new RegExp(`^Overlay ${name}`) }).waitFor();
  await tab.waitForLoadState("networkidle");
  await tab.screenshot({ path: join(images, `template-${name.toLowerCase().replaceAll(/[^a-z]+/g, "-")}.png`) });
  await tab.close();
}

async function takeDesigner(page: Page, images: string): Promise<void> {
  await page.setViewportSize(DESKTOP);
  await page.goto("/overlay");
  await page.getByRole("button", { name: "Fill the window" }).click();
  await show(page, "Lower Third");
  await click(page, "Track title");
  await page.screenshot({ path: join(images, "overlay-designer.png"), animations: "disabled" });
  await page.setViewportSize(PHONE);
  await page.getByRole("tab", { name: /^Layers/ }).click();
  await steadyCanvas(page);
  await page.screenshot({ path: join(images, "overlay-designer-phone.png"), animations: "disabled" });
}
