import {
  type ElementFields,
  type ElementType,
  elementFields,
  elementStyle,
  type OverlayElement,
  overlayElement,
  overlayTemplate,
  type ScenePlate,
} from "@nightjar/contract";
import type { Locator, Page } from "playwright-core";
import { type Call, read } from "./call.ts";
import { paperOf, pictureOf, steadyPaper } from "./eyes.ts";
import { eventually } from "./until.ts";

const ROOMY = { width: 1560, height: 900 };
/** Of the stage, where one pixel of the screen is exactly two of the canvas. */
const HALF_SCALE_WIDTH_PX = 1920 / 2 + 48;

/** A template on somebody's screen. */
export interface Desk {
  readonly page: Page;
  readonly call: Call;
  readonly templateId: string;
}

/** What the server has of a template; elements from back to front. */
export interface Design {
  readonly elements: readonly Omit<OverlayElement, "layer">[];
  readonly plates: readonly ScenePlate[];
}

/** What a test says of an element; the rest is as of a new one at the top left. */
export type Given = Partial<ElementFields> & { readonly type: ElementType; readonly name: string };

export function fieldsOf(given: Given): ElementFields {
  const plain = { xPosition: 0, yPosition: 0, fontSize: 64, fontFamily: "Inter", textColor: "#FFFFFF", opacity: 100, isVisible: true };
  return elementFields.parse({ ...elementStyle.parse({}), ...plain, content: null, mediaAssetId: null, isLocked: false, ...given });
}

/** Stores a new template. @returns its id */
export async function storeTemplate(call: Call, name: string, elements: readonly Given[]): Promise<string> {
  const withIds = elements.map((given, index) => ({ id: `given-${index}`, fields: fieldsOf(given) }));
  const { id } = await call("POST", "/api/overlay-templates", { name, elements: withIds });
  return String(id);
}

/** Stores a template and shows it, filling the window. */
export async function openDesk(page: Page, call: Call, name: string, elements: readonly Given[]): Promise<Desk> {
  const templateId = await storeTemplate(call, name, elements);
  await showTemplate(page, templateId);
  return { page, call, templateId };
}

export async function showTemplate(page: Page, templateId: string): Promise<void> {
  await page.goto(`/overlay?template=${templateId}`);
  await steadyCanvas(page);
}

/** Waits until the canvas is painted and stands where it stays. */
export async function steadyCanvas(page: Page): Promise<void> {
  await page.getByRole("group", { name: "Canvas" }).locator("canvas").first().waitFor();
  await steadyPaper(page);
  await pictureOf(page);
}

/** The designer without the menu, at half scale, from its next visit on. */
export async function makeRoom(page: Page): Promise<void> {
  await page.setViewportSize(ROOMY);
  await page.goto("/overlay");
  await page.getByRole("button", { name: "Fill the window" }).click();
  await steadyCanvas(page);
  const box = await canvasOf(page).boundingBox();
  if (box === null) throw new Error("the canvas is not shown");
  await page.setViewportSize({ ...ROOMY, width: ROOMY.width + HALF_SCALE_WIDTH_PX - box.width });
}

/** Takes the pointer and the keys. */
export const canvasOf = (page: Page): Locator => page.getByLabel("Elements on the canvas");
export const optionOf = (page: Page, name: string): Locator => canvasOf(page).getByRole("option", { name, exact: true });
export const layerOf = (page: Page, name: string): Locator =>
  page
    .getByRole("list", { name: "Layers" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: `Select ${name}`, exact: true }) });
export const properties = (page: Page): Locator => page.getByRole("complementary", { name: "Properties" });
export const historyButton = (page: Page, way: "Undo" | "Redo"): Locator =>
  page.getByRole("group", { name: "History" }).getByRole("button", { name: new RegExp(`^${way}`) });

export async function stored({ call, templateId }: Desk): Promise<Design> {
  const [elements, templates] = await Promise.all([
    read(call, overlayElement.array(), `/api/overlay-templates/${templateId}/elements`),
    read(call, overlayTemplate.array(), "/api/overlay-templates"),
  ]);
  const plates = templates.find(({ id }) => id === templateId)?.plates ?? [];
  return { elements: elements.map(({ layer: _layer, ...element }) => element), plates };
}

/** Waits until what is stored is as it should be. @param check throws while it is not */
export async function seeStored(desk: Desk, check: (design: Design) => void): Promise<Design> {
  return eventually(async () => {
    const design = await stored(desk);
    check(design);
    return design;
  });
}

/** Of that name. @throws when there is none */
export function named(design: Design, name: string): Design["elements"][number] {
  const element = design.elements.find((each) => each.name === name);
  if (element === undefined) throw new Error(`no element ${name}, only ${design.elements.map((each) => each.name).join(", ")}`);
  return element;
}

/** Names of what is selected, from back to front. */
export async function selected(page: Page): Promise<string[]> {
  const options = await canvasOf(page).getByRole("option", { selected: true }).all();
  return Promise.all(options.map(async (option) => (await option.getAttribute("aria-label")) ?? ""));
}

/** Waits until these are selected, named from back to front. */
export async function seeSelected(page: Page, names: readonly string[]): Promise<void> {
  await eventually(async () => {
    const now = await selected(page);
    if (now.join() !== names.join()) throw new Error(`selected is ${now.join()} instead of ${names.join()}`);
  });
}

export interface Spot {
  readonly xPx: number;
  readonly yPx: number;
}

/** A place of the canvas on the page. */
export async function onPage(page: Page, { xPx, yPx }: Spot): Promise<{ x: number; y: number }> {
  const { x, y, scale } = await paperOf(page);
  return { x: x + xPx * scale, y: y + yPx * scale };
}

/** The middle of an element, or a share of its box from the top left. */
export async function spotOn(page: Page, name: string, across = 0.5, down = 0.5): Promise<Spot> {
  const option = optionOf(page, name);
  // As a locator's own click waits: a notice that comes or goes above the canvas moves it a frame later.
  await (await option.elementHandle())?.waitForElementState("stable");
  const box = await option.boundingBox();
  if (box === null) throw new Error(`${name} has no box`);
  const { x, y, scale } = await paperOf(page);
  return { xPx: (box.x + box.width * across - x) / scale, yPx: (box.y + box.height * down - y) / scale };
}

/** Presses an element with the mouse. */
export async function click(page: Page, name: string, modifiers: readonly "Shift"[] = []): Promise<void> {
  const { x, y } = await onPage(page, await spotOn(page, name));
  for (const key of modifiers) await page.keyboard.down(key);
  await page.mouse.click(x, y);
  for (const key of modifiers) await page.keyboard.up(key);
}

/** Drags with the mouse; `before` runs while the button is still down. */
export async function drag(page: Page, from: Spot, to: Spot, before: () => Promise<unknown> = async () => undefined): Promise<void> {
  const [start, end] = [await onPage(page, from), await onPage(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 6 });
  await before();
  await page.mouse.up();
}

/** From where it is by so much. */
export async function dragBy(page: Page, name: string, byXPx: number, byYPx: number, before?: () => Promise<unknown>): Promise<void> {
  const from = await spotOn(page, name);
  await drag(page, from, { xPx: from.xPx + byXPx, yPx: from.yPx + byYPx }, before);
}
