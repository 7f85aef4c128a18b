import type { ElementFields } from "@nightjar/contract";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { canvasOf, click, type Design, type Desk, type Given, named, properties, seeStored } from "../../src/designer.ts";
import { pictureOf, seeInk, seePicture } from "../../src/eyes.ts";
import { reversibly } from "../../src/reversible.ts";
import { open } from "./studio.ts";

const TEXT: Given = { type: "text", name: "Title", content: "Harbour Lights over the bay", xPosition: 200, yPosition: 400, fontSize: 80 };
const AROUND_TEXT = { xPx: 100, yPx: 300, widthPx: 1500, heightPx: 400 };
const is = (fields: Partial<ElementFields>) => (now: Design) => expect(named(now, "Title")).toMatchObject(fields);

const slider = (page: Page, name: string) => properties(page).getByRole("slider", { name, exact: true });
const figure = (page: Page, name: string) => properties(page).getByRole("spinbutton", { name, exact: true });
const part = (page: Page, name: string) => properties(page).getByRole("region", { name, exact: true });

async function deskWith(given: Given): Promise<Desk> {
  const desk = await open().desk(given.name, [given]);
  await click(desk.page, given.name);
  return desk;
}

async function type(page: Page, name: string, value: string): Promise<void> {
  await figure(page, name).fill(value);
  await page.keyboard.press("Enter");
}

describe("sliders and figures", () => {
  it("size a text from 8 to 128 and an image from 8 to 1024, by step 1", async () => {
    const desk = await deskWith(TEXT);
    const { page } = desk;
    const size = slider(page, "Size");
    await reversibly(desk, { act: () => size.press("End"), check: is({ fontSize: 128 }) });
    await reversibly(desk, { act: () => size.press("ArrowLeft"), check: is({ fontSize: 127 }) });
    await reversibly(desk, { act: () => size.press("Home"), check: is({ fontSize: 8 }) });
    await reversibly(desk, { act: () => type(page, "Size, figure", "96"), check: is({ fontSize: 96 }) });
    const image = await deskWith({ ...TEXT, type: "logo", fontSize: 150 });
    await reversibly(image, { act: () => slider(page, "Size").press("End"), check: is({ fontSize: 1024 }), isDrawn: false });
    await reversibly(image, { act: () => slider(page, "Size").press("Home"), check: is({ fontSize: 8 }), isDrawn: false });
  });

  it("are one step for a whole drag", async () => {
    const desk = await deskWith(TEXT);
    const { page } = desk;
    await reversibly(desk, {
      act: async () => {
        const box = await slider(page, "Opacity").boundingBox();
        if (box === null) throw new Error("no slider");
        const y = box.y + box.height / 2;
        await page.mouse.move(box.x + box.width - 8, y);
        await page.mouse.down();
        await page.mouse.move(box.x + box.width / 2, y, { steps: 8 });
        await page.mouse.up();
      },
      check: (now) => expect(Math.abs(named(now, "Title").opacity - 50)).toBeLessThan(8),
    });
    await seeInk(page, AROUND_TEXT, ({ opacity }) => expect(Math.abs(opacity - 0.5)).toBeLessThan(0.1));
  });

  it("make it as transparent as they say, from 0 to 100", async () => {
    const desk = await deskWith(TEXT);
    const { page } = desk;
    await reversibly(desk, { act: () => slider(page, "Opacity").press("Home"), check: is({ opacity: 0 }) });
    await seeInk(page, AROUND_TEXT, (ink) => expect(ink.box).toBeNull());
    await reversibly(desk, { act: () => slider(page, "Opacity").press("End"), check: is({ opacity: 100 }) });
    await reversibly(desk, { act: () => type(page, "Opacity, figure", "40"), check: is({ opacity: 40 }) });
    await seeInk(page, AROUND_TEXT, ({ opacity }) => expect(Math.abs(opacity - 0.4)).toBeLessThan(0.02));
  });

  it("place it, and not outside the canvas", async () => {
    const desk = await deskWith({ type: "artwork", name: "Title", fontSize: 200, xPosition: 100, yPosition: 100 });
    const { page } = desk;
    await reversibly(desk, { act: () => type(page, "X position", "640"), check: is({ xPosition: 640 }) });
    await reversibly(desk, {
      act: () =>
        figure(page, "Y position")
          .press("ArrowUp")
          .then(() => page.keyboard.press("Enter")),
      check: is({ yPosition: 101 }),
    });
    await reversibly(desk, { act: () => type(page, "X position", "1920"), check: is({ xPosition: 1720 }) });
  });
});

describe("a figure that is typed", () => {
  it("becomes the nearest that is allowed, in one step, and none of its first digits is ever applied", async () => {
    const desk = await deskWith(TEXT);
    const { page } = desk;
    await type(page, "Opacity, figure", "40");
    await seeStored(desk, is({ opacity: 40 }));
    await figure(page, "Opacity, figure").focus();
    await page.keyboard.type("150");
    expect(await slider(page, "Opacity").inputValue()).toBe("40");
    await reversibly(desk, { act: () => page.keyboard.press("Enter"), check: is({ opacity: 100 }) });
    await reversibly(desk, {
      act: () => type(page, "X position", "5000"),
      check: (now) => expect(named(now, "Title").xPosition).toBeGreaterThan(500),
    });
    await reversibly(desk, { act: () => type(page, "Size, figure", "9999"), check: is({ fontSize: 128 }) });
    const figureOfX = figure(page, "X position");
    const before = await figureOfX.inputValue();
    await figureOfX.fill("3");
    await page.keyboard.press("Escape");
    expect(await figureOfX.inputValue()).toBe(before);
  });

  it("goes to what it was typed for when something else is pressed before it is done", async () => {
    const desk = await open().desk("Two", [TEXT, { ...TEXT, name: "Second", content: "Paper Moons", yPosition: 700 }]);
    const { page } = desk;
    await click(page, "Title");
    await figure(page, "Opacity, figure").fill("30");
    await click(page, "Second");
    await seeStored(desk, (now) => expect([named(now, "Title").opacity, named(now, "Second").opacity]).toEqual([30, 100]));
  });
});

describe("a size beyond its slider's end", () => {
  it("stays as it is until the slider is moved, and a key moves it by one from where it is", async () => {
    const desk = await deskWith({ type: "artwork", name: "Title", fontSize: 520, xPosition: 100, yPosition: 100 });
    const { page } = desk;
    const size = slider(page, "Size");
    expect([await size.getAttribute("min"), await size.getAttribute("max")]).toEqual(["8", "128"]);
    await size.focus();
    await page.keyboard.press("Tab");
    await seeStored(desk, is({ fontSize: 520 }));
    await reversibly(desk, { act: () => size.press("ArrowLeft"), check: is({ fontSize: 519 }), isDrawn: false });
    await reversibly(desk, { act: () => size.press("Home"), check: is({ fontSize: 8 }), isDrawn: false });
  });
});

describe("after a slider", () => {
  it("Control and Z take back what it did, while it still has the focus", async () => {
    const desk = await deskWith(TEXT);
    const { page } = desk;
    await slider(page, "Opacity").press("Home");
    await seeStored(desk, is({ opacity: 0 }));
    await page.keyboard.press("Control+z");
    await seeStored(desk, is({ opacity: 100 }));
    await page.keyboard.press("Control+Shift+z");
    await seeStored(desk, is({ opacity: 0 }));
  });
});

describe("lettering", () => {
  it("has a font, a weight and a colour", async () => {
    const desk = await deskWith(TEXT);
    const { page } = desk;
    const choose = (label: string, value: string) => () => properties(page).getByLabel(label, { exact: true }).selectOption(value);
    await reversibly(desk, { act: choose("Font", "Roboto"), check: is({ fontFamily: "Roboto" }) });
    await reversibly(desk, { act: choose("Font", "Arial"), check: is({ fontFamily: "Arial" }) });
    await reversibly(desk, { act: choose("Weight", "Bold"), check: is({ fontWeight: "700" }) });
    const colour = properties(page).getByRole("textbox", { name: "Colour", exact: true });
    await reversibly(desk, {
      act: () => colour.fill("#ff4000").then(() => page.keyboard.press("Enter")),
      check: is({ textColor: "#FF4000" }),
    });
    await seeInk(page, AROUND_TEXT, ({ colour: [red, green, blue] }) => {
      expect(red).toBeGreaterThan(240);
      expect(Math.abs(green - 64)).toBeLessThan(16);
      expect(blue).toBeLessThan(16);
    });
    const picker = properties(page).getByLabel("Colour, picker");
    await reversibly(desk, { act: () => picker.fill("#00ff80"), check: is({ textColor: "#00FF80" }) });
  });

  it("has a width that it is shortened or wrapped at, and stands left, in the middle or right in it", async () => {
    const desk = await deskWith(TEXT);
    const { page } = desk;
    const heightPx = async () => (await seeInk(page, AROUND_TEXT, ({ box }) => expect(box).not.toBeNull())).box?.heightPx ?? 0;
    const press = (name: string) => () => properties(page).getByRole("radio", { name, exact: true }).click();
    await reversibly(desk, { act: () => type(page, "Width", "600"), check: is({ boxWidthPx: 600 }) });
    await seeInk(page, AROUND_TEXT, ({ box }) => expect(box?.widthPx).toBeLessThanOrEqual(604));
    const oneLine = await heightPx();
    await reversibly(desk, { act: press("Wrap into lines"), check: is({ textOverflow: "wrap" }) });
    expect(await heightPx()).toBeGreaterThan(1.6 * oneLine);
    await reversibly(desk, { act: press("Right"), check: is({ textAlign: "right" }) });
    await reversibly(desk, { act: press("Centre"), check: is({ textAlign: "center" }) });
    await reversibly(desk, { act: press("Left"), check: is({ textAlign: "left" }) });
    await reversibly(desk, { act: press("Shorten with an ellipsis"), check: is({ textOverflow: "ellipsis" }) });
    await reversibly(desk, {
      act: () =>
        figure(page, "Width")
          .fill("")
          .then(() => page.keyboard.press("Enter")),
      check: is({ boxWidthPx: null }),
    });
  });

  it("has a shadow and an outline", async () => {
    const desk = await deskWith(TEXT);
    const { page } = desk;
    const toggle = (name: string) => () => part(page, name).getByRole("switch", { name }).click();
    await reversibly(desk, { act: toggle("Shadow"), check: (now) => expect(named(now, "Title").shadowOpacity).toBeGreaterThan(0) });
    await reversibly(desk, { act: () => slider(page, "Shadow strength").press("End"), check: is({ shadowOpacity: 100 }) });
    await reversibly(desk, { act: () => type(page, "Shadow blur, figure", "0"), check: is({ shadowBlurPx: 0 }) });
    await reversibly(desk, { act: () => slider(page, "Shadow offset").press("End"), check: is({ shadowOffsetPx: 64 }) });
    const shadow = properties(page).getByRole("textbox", { name: "Shadow colour", exact: true });
    await reversibly(desk, {
      act: () => shadow.fill("#FF0000").then(() => page.keyboard.press("Tab")),
      check: is({ shadowColor: "#FF0000" }),
    });
    await reversibly(desk, { act: toggle("Outline"), check: is({ outlineWidthPx: 2 }) });
    await reversibly(desk, { act: () => type(page, "Outline width, figure", "8"), check: is({ outlineWidthPx: 8 }) });
    const outline = properties(page).getByRole("textbox", { name: "Outline colour", exact: true });
    await reversibly(desk, {
      act: () => outline.fill("#0000FF").then(() => page.keyboard.press("Tab")),
      check: is({ outlineColor: "#0000FF" }),
    });
    await reversibly(desk, { act: toggle("Outline"), check: is({ outlineWidthPx: 0 }) });
    await reversibly(desk, { act: toggle("Shadow"), check: is({ shadowOpacity: 0 }) });
  });
});

describe("a panel behind", () => {
  it("is put behind what is selected, changed and taken away", async () => {
    const desk = await open().desk("Panel", [TEXT, { ...TEXT, name: "Second", yPosition: 520 }]);
    const { page } = desk;
    await canvasOf(page).press("Control+a");
    const toggle = () => part(page, "Panel behind").getByRole("switch", { name: "Panel behind" }).click();
    const plate = (fields: object) => (now: Design) => expect(now.plates).toEqual([expect.objectContaining(fields)]);
    const both = await reversibly(desk, { act: toggle, check: ({ plates }) => expect(plates).toHaveLength(1) });
    expect(both.plates[0]?.elementIds.toSorted()).toEqual(both.elements.map(({ id }) => id).toSorted());
    await reversibly(desk, { act: () => slider(page, "Panel opacity").press("End"), check: plate({ opacity: 100 }) });
    const colour = properties(page).getByRole("textbox", { name: "Panel colour", exact: true });
    await reversibly(desk, {
      act: () => colour.fill("#FF0000").then(() => page.keyboard.press("Tab")),
      check: plate({ color: "#FF0000" }),
    });
    await seeInk(page, { xPx: 185, yPx: 500, widthPx: 10, heightPx: 10 }, ({ colour: [red, green] }) => {
      expect(red).toBeGreaterThan(250);
      expect(green).toBeLessThan(8);
    });
    await reversibly(desk, { act: () => type(page, "Panel padding, figure", "40"), check: plate({ paddingPx: 40 }) });
    await reversibly(desk, { act: () => type(page, "Panel corners, figure", "0"), check: plate({ radiusPx: 0 }) });
    await reversibly(desk, { act: toggle, check: ({ plates }) => expect(plates).toEqual([]) });
  });
});

describe("what a design is looked at with", () => {
  it("is a background and a track of any script; nothing of it is stored", async () => {
    const desk = await open().desk("Looks", [{ ...TEXT, type: "track-title", content: null, boxWidthPx: 700 }]);
    const { page } = desk;
    const usual = await pictureOf(page);
    const behind = () => page.getByRole("group", { name: "Canvas" }).locator("img").getAttribute("src");
    const before = await behind();
    await page.getByLabel("Background behind the canvas").selectOption("White");
    await expect.poll(behind).not.toBe(before);
    for (const [label, title] of [
      ["Arabic", "أنت عمري"],
      ["Japanese", "夜に駆ける"],
      ["Very long", "The Long and Winding"],
    ] as const) {
      const shown = await pictureOf(page);
      await page.getByRole("button", { name: /^Sample track/ }).click();
      await page
        .getByRole("dialog", { name: "Sample Track" })
        .getByRole("button", { name: new RegExp(`^${title}.*${label}$`) })
        .click();
      await page.getByRole("button", { name: new RegExp(`^Sample track: ${title}`) }).waitFor();
      await seePicture(page, shown, "gone");
    }
    await seePicture(page, usual, "gone");
    await seeStored(desk, ({ elements }) => expect(elements).toHaveLength(1));
    expect(await page.getByRole("button", { name: "Undo", exact: true }).isDisabled()).toBe(true);
  });
});
