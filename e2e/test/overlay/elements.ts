/// <reference lib="dom" />
import { DEFAULT_ELEMENT_SIZES, ELEMENT_TYPES } from "@nightjar/contract";
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { isFocused } from "../../src/command-box.ts";
import {
  canvasOf,
  click,
  type Design,
  type Given,
  layerOf,
  named,
  onPage,
  optionOf,
  properties,
  seeSelected,
  seeStored,
  showTemplate,
  spotOn,
  storeTemplate,
} from "../../src/designer.ts";
import { pictureOf, seeInk, seePicture } from "../../src/eyes.ts";
import { reversibly } from "../../src/reversible.ts";
import { open } from "./studio.ts";

const box = (name: string, xPosition: number, more: Partial<Given> = {}): Given => ({
  type: "artwork",
  name,
  fontSize: 200,
  xPosition,
  yPosition: 400,
  ...more,
});
const names = (design: Design) => design.elements.map(({ name }) => name);
const seeNames = (wanted: readonly string[]) => (now: Design) => expect(names(now)).toEqual(wanted);
/** Nothing is drawn of a picture that is not chosen yet. */
const WITHOUT_PICTURE: readonly string[] = ["image", "logo", "icon"];

const inMenu = (page: Page, name: string) => async () => {
  await properties(page).getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
};

describe("adding", () => {
  it.each(ELEMENT_TYPES)("puts a new %s into the middle, as the specification says", async (type) => {
    const desk = await open().desk(`With ${type}`, []);
    const { page } = desk;
    const isDrawn = !WITHOUT_PICTURE.includes(type);
    const button = page.getByRole("button", { name: `Add ${type.replace("-", " ")}`, exact: true });
    const act = async () => {
      await button.click();
      // It goes after five seconds.
      await page.getByText("Element Added", { exact: true }).first().waitFor();
    };
    const now = await reversibly(desk, { act, check: ({ elements }) => expect(elements).toHaveLength(1), isDrawn });
    const fontSize = DEFAULT_ELEMENT_SIZES[type];
    expect(now.elements[0]).toMatchObject({ type, fontSize, fontFamily: "Inter", textColor: "#FFFFFF", opacity: 100, isVisible: true });
    if (type === "text") expect(now.elements[0]?.content).toBe("Sample text");
    const { xPx, yPx } = await spotOn(page, now.elements[0]?.name ?? "");
    expect(Math.abs(xPx - 960)).toBeLessThanOrEqual(3);
    expect(Math.abs(yPx - 540)).toBeLessThanOrEqual(3);
  });
});

describe("copies", () => {
  it("come by keys through the clipboard, into other templates too", async () => {
    const desk = await open().desk("Copies", [box("One", 200), box("Two", 600)]);
    const { page, call } = desk;
    const other = await storeTemplate(call, "Pasted into", []);
    await click(page, "One");
    await page.keyboard.press("Control+c");
    await reversibly(desk, {
      act: () => canvasOf(page).press("Control+v"),
      check: (now) => {
        expect(names(now)).toEqual(["One", "Two", "One 2"]);
        expect(named(now, "One 2")).toMatchObject({ xPosition: 224, yPosition: 424, fontSize: 200 });
      },
    });
    await seeSelected(page, ["One 2"]);
    await reversibly(desk, { act: () => canvasOf(page).press("Control+d"), check: seeNames(["One", "Two", "One 2", "One 3"]) });
    await click(page, "Two");
    await reversibly(desk, { act: () => canvasOf(page).press("Control+x"), check: seeNames(["One", "One 2", "One 3"]) });
    await showTemplate(page, other);
    await canvasOf(page).press("Control+v");
    const pasted = await seeStored({ ...desk, templateId: other }, seeNames(["Two"]));
    expect(named(pasted, "Two")).toMatchObject({ xPosition: 600, yPosition: 400 });
  });

  it("come by the mouse too", async () => {
    const desk = await open().desk("By mouse", [box("One", 200), box("Two", 600)]);
    const { page } = desk;
    await click(page, "Two");
    await reversibly(desk, {
      act: () => properties(page).getByRole("button", { name: "Duplicate" }).click(),
      check: seeNames(["One", "Two", "Two 2"]),
    });
    await click(page, "One");
    await inMenu(page, "Copy")();
    await reversibly(desk, { act: inMenu(page, "Paste"), check: seeNames(["One", "Two", "Two 2", "One 2"]) });
    await reversibly(desk, { act: inMenu(page, "Cut"), check: seeNames(["One", "Two", "Two 2"]) });
  });
});

describe("deleting", () => {
  it.each(["Delete", "Backspace", "the button"])("by %s takes away what is selected, and says so", async (way) => {
    const desk = await open().desk(`By ${way}`, [box("One", 200), box("Two", 600), box("Three", 1000)]);
    const { page } = desk;
    await click(page, "One");
    await click(page, "Three", ["Shift"]);
    const act = async () => {
      await (way === "the button" ? properties(page).getByRole("button", { name: "Delete" }).click() : canvasOf(page).press(way));
      await page.getByText("Element Deleted", { exact: true }).first().waitFor();
    };
    await reversibly(desk, { act, check: seeNames(["Two"]) });
  });
});

describe("layers", () => {
  const stack = [box("Back", 600), box("Middle", 640, { type: "text", content: "Middle", fontSize: 96 }), box("Front", 720)];
  const order = (wanted: string) => (now: Design) => expect(names(now).join(" ")).toBe(wanted);

  it("are hidden and shown, locked and unlocked, by the list and by keys", async () => {
    const desk = await open().desk("Hidden", stack);
    const { page } = desk;
    const row = layerOf(page, "Front");
    await row.hover();
    const is = (fields: object) => (now: Design) => expect(named(now, "Front")).toMatchObject(fields);
    await reversibly(desk, { act: () => row.getByRole("button", { name: "Hide Front" }).click(), check: is({ isVisible: false }) });
    await seeInk(page, { xPx: 880, yPx: 560, widthPx: 30, heightPx: 30 }, (ink) => expect(ink.box).toBeNull());
    await row.getByRole("button", { name: "Show Front" }).click();
    await seeStored(desk, is({ isVisible: true }));
    await row.getByRole("button", { name: "Select Front" }).click();
    await seeSelected(page, ["Front"]);
    await reversibly(desk, { act: () => canvasOf(page).press("Control+Shift+h"), check: is({ isVisible: false }) });
    await reversibly(desk, { act: () => canvasOf(page).press("Control+Shift+l"), check: is({ isLocked: true }), isDrawn: false });
    await row.hover();
    await reversibly(desk, {
      act: () => row.getByRole("button", { name: "Unlock Front" }).click(),
      check: is({ isLocked: false }),
      isDrawn: false,
    });
  });

  it("change their order by a drag in the list and by keys on its handle", async () => {
    const desk = await open().desk("Order in the list", stack);
    const { page } = desk;
    const grip = (name: string) => layerOf(page, name).getByRole("button", { name: `Move ${name}; use the arrow keys` });
    await reversibly(desk, {
      act: async () => {
        const [from, to] = [await grip("Back").boundingBox(), await layerOf(page, "Front").boundingBox()];
        if (from === null || to === null) throw new Error("the layers are not shown");
        await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
        await page.mouse.down();
        await page.mouse.move(to.x + 8, to.y + 2, { steps: 5 });
        await page.mouse.up();
      },
      check: order("Middle Front Back"),
    });
    await reversibly(desk, { act: () => grip("Back").press("ArrowDown"), check: order("Middle Back Front") });
    await reversibly(desk, { act: () => grip("Middle").press("ArrowUp"), check: order("Back Middle Front") });
  });

  it("change their order by keys on the canvas and by the menu", async () => {
    const desk = await open().desk("Order on the canvas", stack);
    const { page } = desk;
    await layerOf(page, "Back").getByRole("button", { name: "Select Back" }).click();
    const press = (key: string) => () => canvasOf(page).press(key);
    await reversibly(desk, { act: press("]"), check: order("Middle Back Front") });
    await reversibly(desk, { act: press("Shift+]"), check: order("Middle Front Back") });
    await reversibly(desk, { act: press("["), check: order("Middle Back Front") });
    await reversibly(desk, { act: press("Shift+["), check: order("Back Middle Front") });
    await reversibly(desk, { act: inMenu(page, "Bring to front"), check: order("Middle Front Back") });
    await reversibly(desk, { act: inMenu(page, "Send backward"), check: order("Middle Back Front") });
  });

  it("are renamed by F2 and in the properties, and several are chosen with Shift, Ctrl or one after the other", async () => {
    const desk = await open().desk("Names", stack);
    const { page } = desk;
    const select = (name: string) => layerOf(page, name).getByRole("button", { name: `Select ${name}` });
    await select("Middle").press("F2");
    await page.keyboard.type("Renamed");
    await reversibly(desk, { act: () => page.keyboard.press("Enter"), check: order("Back Renamed Front"), isDrawn: false });
    await select("Front").click();
    await properties(page).getByLabel("Name", { exact: true }).fill("In front");
    await reversibly(desk, { act: () => page.keyboard.press("Enter"), check: order("Back Renamed In front"), isDrawn: false });
    await select("In front").click();
    await select("Back").click({ modifiers: ["Shift"] });
    await seeSelected(page, ["Back", "Renamed", "In front"]);
    await select("Renamed").click({ modifiers: ["Control"] });
    await seeSelected(page, ["Back", "In front"]);
    await page.getByRole("button", { name: "Select several" }).click();
    await select("Renamed").click();
    await select("Back").click();
    await seeSelected(page, ["Renamed", "In front"]);
  });
});

describe("writing a text", () => {
  const text: Given = { type: "text", name: "Words", content: "Before", xPosition: 300, yPosition: 300, fontSize: 80 };
  const says = (content: string) => (now: Design) => expect(named(now, "Words").content).toBe(content);

  it("on the canvas by a double click or Enter: seen as it is typed, stored when it is left, not by Escape", async () => {
    const desk = await open().desk("Words", [text]);
    const { page } = desk;
    const editor = page.getByRole("textbox", { name: "Text of Words" });
    const before = await pictureOf(page);
    const { x, y } = await onPage(page, await spotOn(page, "Words"));
    await reversibly(desk, {
      act: async () => {
        await page.mouse.dblclick(x, y);
        await editor.waitFor();
        await page.keyboard.type("After the rain");
        await seePicture(page, before, "gone");
        await page.keyboard.press("Control+Enter");
      },
      check: says("After the rain"),
    });
    const after = await pictureOf(page);
    await canvasOf(page).press("Enter");
    await editor.fill("Never");
    await seePicture(page, after, "gone");
    await page.keyboard.press("Escape");
    await seePicture(page, after, "seen");
    await canvasOf(page).press("Enter");
    await editor.fill("Two\nlines");
    await optionOf(page, "Words").waitFor();
    await page.getByRole("heading", { name: "Overlay Designer" }).click();
    await seeStored(desk, says("Two\nlines"));
  });

  it("goes on where an input method takes Escape and Enter, in names and dialogs too, and takes a long text up to what it may hold", async () => {
    const desk = await open().desk("Converted", [text]);
    const { page } = desk;
    const editor = page.getByRole("textbox", { name: "Text of Words" });
    const composed = (place: Locator, key: string) => place.dispatchEvent("keydown", { key, isComposing: true });
    await page.getByRole("button", { name: "Select Words" }).click();
    await canvasOf(page).press("Enter");
    await editor.fill("夜に");
    await composed(editor, "Escape");
    expect(await editor.inputValue()).toBe("夜に");
    await page.keyboard.press("Control+Enter");
    await seeStored(desk, says("夜に"));

    const name = properties(page).getByLabel("Name", { exact: true });
    await name.fill("題");
    await composed(name, "Enter");
    expect(await isFocused(name)).toBe(true);
    await name.press("Enter");
    await layerOf(page, "題").getByRole("button", { name: "Select 題" }).press("F2");
    const renamed = page.getByRole("textbox", { name: "Name of 題" });
    await composed(renamed, "Enter");
    await composed(renamed, "Escape");
    expect(await isFocused(renamed)).toBe(true);
    await page.keyboard.press("Escape");
    const sample = page.getByRole("button", { name: /^Sample track/ });
    await sample.click();
    const search = page.getByRole("searchbox", { name: "Search the library" });
    await composed(search, "Escape");
    await search.fill("題");
    await page.keyboard.press("Escape");
    await search.waitFor({ state: "detached" });
    // It gives the focus back once it is gone, which would take it from what comes next.
    await expect.poll(() => isFocused(sample)).toBe(true);

    await canvasOf(page).press("Enter");
    const long = page.getByRole("textbox", { name: "Text of 題" });
    await long.evaluate((field: HTMLTextAreaElement) => {
      field.select();
      // As a paste: what a program sets may be longer.
      document.execCommand("insertText", false, "a".repeat(10_001));
    });
    await page.keyboard.press("Control+Enter");
    await seeStored(desk, (now) => expect(now.elements[0]?.content).toBe("a".repeat(10_000)));
  });

  it("in the properties", async () => {
    const desk = await open().desk("Content", [text]);
    await click(desk.page, "Words");
    await reversibly(desk, {
      act: async () => {
        await properties(desk.page).getByRole("textbox", { name: "Content" }).fill("夜に駆ける 🌙");
        await desk.page.keyboard.press("Tab");
      },
      check: says("夜に駆ける 🌙"),
    });
  });
});
