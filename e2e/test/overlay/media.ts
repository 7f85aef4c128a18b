import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mediaAsset } from "@nightjar/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { read } from "../../src/call.ts";
import { canvasOf, named, properties, seeStored, stored } from "../../src/designer.ts";
import { seeInk } from "../../src/eyes.ts";
import { givenImage } from "../../src/given.ts";
import { reversibly } from "../../src/reversible.ts";
import { tool } from "../../src/tool.ts";
import { until } from "../../src/until.ts";
import { open } from "./studio.ts";

const folder = mkdtempSync(join(tmpdir(), "nightjar-overlay-"));
const [red, blue] = [join(folder, "red.png"), join(folder, "blue.webp")];

beforeAll(async () => {
  const paint = (colour: string, path: string) =>
    tool("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", `color=${colour}:s=300x200`, "-frames:v", "1", path]);
  await Promise.all([paint("red", red), paint("blue", blue)]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const notice = (page: Page, title: string) => page.getByText(title, { exact: true }).first();

describe("the media library", () => {
  const dialog = (page: Page) => page.getByRole("dialog", { name: "Media Library" });
  const media = () => read(open().call, mediaAsset.array(), "/api/media");

  it("takes images in, gives one to an element, and keeps what a template shows", async () => {
    const desk = await open().desk("With pictures", [{ type: "logo", name: "Logo", fontSize: 200, xPosition: 400, yPosition: 300 }]);
    const { page } = desk;
    await page.getByRole("button", { name: "Select Logo" }).click();
    await properties(page).getByRole("button", { name: "Choose Image" }).click();
    await dialog(page).getByLabel("Upload images").setInputFiles([red, blue]);
    await notice(page, "Upload Successful").waitFor();
    await dialog(page)
      .getByRole("button", { name: /^red\.png/ })
      .click();
    await reversibly(desk, {
      act: () => dialog(page).getByRole("button", { name: "Use Image" }).click(),
      check: (now) => expect(named(now, "Logo").mediaAsset?.fileName).toBe("red.png"),
    });
    await seeInk(page, { xPx: 450, yPx: 380, widthPx: 40, heightPx: 40 }, ({ colour: [r, g, b] }) =>
      expect(r - g - b).toBeGreaterThan(230),
    );

    await properties(page).getByRole("button", { name: "Change Image" }).click();
    const above = await until("the library's entry", () => page.evaluate<string | undefined>("history.state?.layer"));
    const remove = async (name: string) => {
      await dialog(page)
        .getByRole("button", { name: new RegExp(`^${name}`) })
        .hover();
      await dialog(page)
        .getByRole("button", { name: `Delete ${name}` })
        .click();
      await page.getByRole("alertdialog", { name: "Delete Image" }).getByRole("button", { name: "Delete" }).click();
    };
    await remove("red.png");
    await notice(page, "Delete Failed").waitFor();
    await page
      .getByText(/With pictures/)
      .last()
      .waitFor();
    await remove("blue.webp");
    await page.locator("[data-notice]").filter({ hasText: "Image deleted" }).getByText("blue.webp", { exact: true }).waitFor();
    await expect.poll(async () => (await media()).map(({ fileName }) => fileName)).toEqual(["red.png"]);
    await dialog(page)
      .getByRole("button", { name: /^blue\.webp/ })
      .waitFor({ state: "detached" });
    await dialog(page)
      .getByRole("button", { name: /^red\.png/ })
      .waitFor();
    // The question's own entry may still be on its way out of the history, which ends the next visit.
    await page.waitForFunction((layer) => history.state?.layer === layer, above);
  });

  it("keeps no step out of reach: an undo that needs a deleted image says so, and the next one goes on before it", async () => {
    const desk = await open().desk("Undone too late", [
      { type: "logo", name: "Logo", fontSize: 200, xPosition: 400, yPosition: 300 },
      { type: "text", name: "Words", content: "Harbour Lights", xPosition: 900, yPosition: 300 },
    ]);
    const { page, call } = desk;
    await page.getByRole("button", { name: "Select Words" }).click();
    await canvasOf(page).press("ArrowRight");
    await page.getByRole("button", { name: "Select Logo" }).click();
    await properties(page).getByRole("button", { name: "Choose Image" }).click();
    await dialog(page).getByLabel("Upload images").setInputFiles(blue);
    await dialog(page)
      .getByRole("button", { name: /^blue\.webp/ })
      .click();
    await dialog(page).getByRole("button", { name: "Use Image" }).click();
    const { mediaAssetId } = named(await seeStored(desk, (now) => expect(named(now, "Logo").mediaAssetId).not.toBeNull()), "Logo");
    await canvasOf(page).press("Delete");
    await seeStored(desk, ({ elements }) => expect(elements.map(({ name }) => name)).toEqual(["Words"]));
    await call("DELETE", `/api/media/${mediaAssetId}`);
    await canvasOf(page).press("Control+z");
    await page.getByText("The last change was not saved: The picture is not in the media library; upload it first").waitFor();
    expect((await stored(desk)).elements).toMatchObject([{ name: "Words", xPosition: 901 }]);
    await page.getByRole("button", { name: "Undo image" }).click();
    await page.getByRole("button", { name: "Undo move" }).click();
    await seeStored(desk, ({ elements }) => expect(elements).toMatchObject([{ name: "Words", xPosition: 900 }]));
  });

  it("has an image chosen no more that somebody deletes meanwhile: what is edited would be refused with it", async () => {
    const { page, call } = await open().desk("Deleted meanwhile", [{ type: "logo", name: "Logo", fontSize: 200 }]);
    await givenImage(call, folder, "tan.png", "tan");
    await page.getByRole("button", { name: "Select Logo" }).click();
    await properties(page).getByRole("button", { name: "Choose Image" }).click();
    const tile = dialog(page).getByRole("button", { name: /^tan\.png/ });
    await tile.click();
    const use = dialog(page).getByRole("button", { name: "Use Image" });
    expect(await use.isEnabled()).toBe(true);
    const tan = (await media()).find(({ fileName }) => fileName === "tan.png");
    await call("DELETE", `/api/media/${tan?.id ?? ""}`);
    await tile.waitFor({ state: "detached" });
    await expect.poll(() => use.isDisabled()).toBe(true);
  });

  it("refuses what is no image, whatever it is called", async () => {
    const { page } = await open().desk("No picture", [{ type: "image", name: "Image", fontSize: 200 }]);
    const path = join(folder, "page.png");
    writeFileSync(path, "<script>alert(1)</script>");
    await page.getByRole("button", { name: "Select Image" }).click();
    await properties(page).getByRole("button", { name: "Choose Image" }).click();
    await dialog(page).getByLabel("Upload images").setInputFiles(path);
    await notice(page, "Upload Failed").waitFor();
    expect((await media()).some(({ fileName }) => fileName === "page.png")).toBe(false);
  });
});
