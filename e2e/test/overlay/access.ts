import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { barriers } from "../../src/axe.ts";
import { PHONE } from "../../src/browser.ts";
import {
  canvasOf,
  click,
  type Desk,
  type Given,
  layerOf,
  named,
  onPage,
  properties,
  seeStored,
  showTemplate,
  spotOn,
  steadyCanvas,
  storeTemplate,
} from "../../src/designer.ts";
import { signIn } from "../../src/newcomer.ts";
import { ADMIN } from "../../src/overlay-studio.ts";
import { reversibly } from "../../src/reversible.ts";
import { middleOf, swipe } from "../../src/swipe.ts";
import { open } from "./studio.ts";

const MIXED: readonly Given[] = [
  { type: "artwork", name: "Cover", fontSize: 240, xPosition: 100, yPosition: 740 },
  { type: "track-title", name: "Title", fontSize: 80, xPosition: 400, yPosition: 760 },
  { type: "progress-bar", name: "Bar", fontSize: 20, xPosition: 400, yPosition: 940, boxWidthPx: 900 },
  { type: "logo", name: "Logo", fontSize: 150, xPosition: 1600, yPosition: 100 },
  { type: "text", name: "Words", fontSize: 40, content: "Now playing", xPosition: 400, yPosition: 700 },
];

describe("axe finds nothing", () => {
  it("on the designer: nothing, one or several selected, and nothing stored yet", async () => {
    const { page } = await open().desk("Accessible", MIXED);
    expect(await barriers(page)).toEqual([]);
    for (const name of ["Words", "Cover", "Bar"]) {
      await click(page, name);
      expect(await barriers(page), name).toEqual([]);
    }
    for (const name of ["Shadow", "Outline", "Panel behind"]) {
      await canvasOf(page).press("Control+a");
      await properties(page).getByRole("switch", { name }).click();
    }
    expect(await barriers(page), "all").toEqual([]);
    await page.goto("/overlay?template=new");
    await steadyCanvas(page);
    await page.getByText("Not saved yet").waitFor();
    expect(await barriers(page), "new").toEqual([]);
  });

  it("on the preview, with data and without", async () => {
    const { page } = await open().desk("Previewed", MIXED);
    const opened = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Preview in New Tab" }).click();
    const tab = await opened;
    await tab.getByRole("img").waitFor();
    expect(await barriers(tab)).toEqual([]);
    await tab.close();
    const empty = await open().person.context.newPage();
    await empty.goto("/overlay-preview");
    await empty.getByText("No preview data found.").waitFor();
    expect(await barriers(empty)).toEqual([]);
    await empty.close();
  });
});

describe("at a phone's size", () => {
  let phone: Page;
  let close: () => Promise<void> = async () => undefined;

  beforeAll(async () => {
    const { browser, studio }: { browser(): Promise<Browser>; studio: { url: string } } = open();
    const context = await (
      await browser()
    ).newContext({
      baseURL: studio.url,
      viewport: PHONE,
      hasTouch: true,
      isMobile: true,
      reducedMotion: "reduce",
    });
    close = () => context.close();
    phone = await context.newPage();
    await signIn(phone, ADMIN);
    await phone.getByText("Welcome,").waitFor();
  });
  afterAll(() => close());

  async function openOnPhone(name: string, elements: readonly Given[] = []): Promise<Desk> {
    const { call } = open();
    const templateId = await storeTemplate(call, name, elements);
    await showTemplate(phone, templateId);
    return { page: phone, call, templateId };
  }

  it("a text is added, moved by a finger and hidden", async () => {
    const desk = await openOnPhone("On the phone");
    const tab = (name: string) => phone.getByRole("tab", { name: new RegExp(`^${name}`) });
    await reversibly(desk, {
      act: () => phone.getByRole("button", { name: "Add text" }).tap(),
      check: ({ elements }) => expect(elements).toHaveLength(1),
    });
    const before = await seeStored(desk, ({ elements }) => expect(elements).toHaveLength(1));
    const spot = await spotOn(phone, "Text");
    await reversibly(desk, {
      act: async () => swipe(phone, await onPage(phone, spot), await onPage(phone, { xPx: spot.xPx, yPx: spot.yPx - 300 })),
      check: (now) => expect(Math.abs(named(now, "Text").yPosition - (named(before, "Text").yPosition - 300))).toBeLessThan(60),
    });
    await tab("Layers").tap();
    await reversibly(desk, {
      act: () => phone.getByRole("button", { name: "Hide Text", exact: true }).tap(),
      check: (now) => expect(named(now, "Text").isVisible).toBe(false),
    });
    await tab("Properties").tap();
    await tab("Templates").tap();
    await phone.getByRole("button", { name: "Save Changes" }).waitFor();
    // Nothing is wider than the screen.
    expect(await phone.evaluate("document.documentElement.scrollWidth")).toBe(PHONE.width);
  });

  it("layers change their order by a finger on a handle", async () => {
    const desk = await openOnPhone("Order by a finger", MIXED.slice(3));
    await phone.getByRole("tab", { name: /^Layers/ }).tap();
    const grip = layerOf(phone, "Logo").getByRole("button", { name: "Move Logo; use the arrow keys" });
    await reversibly(desk, {
      act: async () => swipe(phone, await middleOf(grip), await middleOf(layerOf(phone, "Words"))),
      check: ({ elements }) => expect(elements.map(({ name }) => name)).toEqual(["Words", "Logo"]),
      isDrawn: false,
    });
  });

  it("a reload, and another template, stay at the panel that was chosen", async () => {
    const { call } = open();
    const otherId = await storeTemplate(call, "Another on the phone", []);
    await openOnPhone("Reloaded");
    const chosen = phone.getByRole("tab", { name: "Templates", selected: true });
    await phone.getByRole("tab", { name: "Templates" }).tap();
    await chosen.waitFor();
    await phone.reload();
    await chosen.waitFor();
    await phone.getByRole("button", { name: "Another on the phone", exact: true }).tap();
    await phone.waitForURL(({ searchParams }) => searchParams.get("template") === otherId);
    await chosen.waitFor();
  });

  it("axe finds nothing in any of its panels", async () => {
    await openOnPhone("Panels");
    await phone.getByRole("button", { name: "Add text" }).tap();
    await phone.getByRole("option", { name: "Text" }).waitFor();
    for (const tab of await phone.getByRole("tab").all()) {
      await tab.tap();
      await expect.poll(() => tab.getAttribute("aria-selected")).toBe("true");
      expect(await barriers(phone), (await tab.textContent()) ?? "").toEqual([]);
    }
  });
});
