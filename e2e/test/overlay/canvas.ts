import { describe, expect, it } from "vitest";
import { canvasOf, click, drag, dragBy, type Given, named, onPage, seeSelected, seeStored, spotOn, stored } from "../../src/designer.ts";
import { seeInk } from "../../src/eyes.ts";
import { reversibly } from "../../src/reversible.ts";
import { open } from "./studio.ts";

const TITLE: Given = { type: "text", name: "Title", content: "Harbour Lights", xPosition: 300, yPosition: 200 };
const BOX: Given = { type: "artwork", name: "Cover", fontSize: 200, xPosition: 1200, yPosition: 600 };
const NAME: Given = { type: "text", name: "Name", content: "Ada", xPosition: 300, yPosition: 700 };
const ALL = [TITLE, BOX, NAME];

describe("selecting on the canvas", () => {
  it("takes one by a click, more with Shift, and none by a click beside them", async () => {
    const { page } = await open().desk("Selecting", ALL);
    await click(page, "Title");
    await seeSelected(page, ["Title"]);
    await click(page, "Cover", ["Shift"]);
    await seeSelected(page, ["Title", "Cover"]);
    await click(page, "Title", ["Shift"]);
    await seeSelected(page, ["Cover"]);
    const { x, y } = await onPage(page, { xPx: 1800, yPx: 100 });
    await page.mouse.click(x, y);
    await seeSelected(page, []);
  });

  it("takes what a marquee touches, with Shift in addition", async () => {
    const { page } = await open().desk("Marquee", ALL);
    await drag(page, { xPx: 100, yPx: 100 }, { xPx: 400, yPx: 800 });
    await seeSelected(page, ["Title", "Name"]);
    await page.keyboard.down("Shift");
    await drag(page, { xPx: 1100, yPx: 500 }, { xPx: 1250, yPx: 650 });
    await page.keyboard.up("Shift");
    await seeSelected(page, ["Title", "Cover", "Name"]);
  });

  it("goes from element to element by Tab, takes all by Ctrl+A, none by Escape, and says so", async () => {
    const { page } = await open().desk("By keys", ALL);
    await canvasOf(page).focus();
    const said = page.getByRole("group", { name: "Canvas" }).getByRole("status");
    for (const name of ["Name", "Cover", "Title"]) {
      await page.keyboard.press("Tab");
      await seeSelected(page, [name]);
      await said.getByText(`${name} selected`).waitFor();
    }
    await page.keyboard.press("Shift+Tab");
    await seeSelected(page, ["Cover"]);
    await page.keyboard.press("Control+a");
    await seeSelected(page, ["Title", "Cover", "Name"]);
    await page.keyboard.press("Escape");
    await seeSelected(page, []);
    await said.getByText("Nothing selected").waitFor();
  });
});

describe("moving", () => {
  it("shows a drag at once and stores it when the mouse is released", async () => {
    const desk = await open().desk("Dragging", ALL);
    const { page } = desk;
    const before = await stored(desk);
    await reversibly(desk, {
      act: () =>
        dragBy(page, "Title", 150, 200, async () => {
          const { box } = await seeInk(page, { xPx: 430, yPx: 380, widthPx: 600, heightPx: 120 }, (ink) => expect(ink.box).not.toBeNull());
          expect(Math.abs((box?.xPx ?? 0) - 450)).toBeLessThan(16);
          expect(await stored(desk)).toEqual(before);
        }),
      check: (now) => expect(named(now, "Title")).toMatchObject({ xPosition: 450, yPosition: 400 }),
    });
  });

  it("moves all that is selected by the same way, along one axis with Shift", async () => {
    const desk = await open().desk("Together", ALL);
    const { page } = desk;
    await click(page, "Title");
    await click(page, "Cover", ["Shift"]);
    await reversibly(desk, {
      act: async () => {
        const from = await spotOn(page, "Title");
        const to = { xPx: from.xPx + 40, yPx: from.yPx + 140 };
        await drag(page, from, to, async () => {
          await page.keyboard.down("Shift");
          const { x, y } = await onPage(page, to);
          await page.mouse.move(x + 2, y);
          await page.mouse.move(x, y);
        });
        await page.keyboard.up("Shift");
      },
      check: (now) => {
        expect(named(now, "Title")).toMatchObject({ xPosition: 300, yPosition: 340 });
        expect(named(now, "Cover")).toMatchObject({ xPosition: 1200, yPosition: 740 });
      },
    });
  });

  it("keeps on the canvas what is dragged beyond its edges", async () => {
    const desk = await open().desk("Clamped", ALL);
    await reversibly(desk, {
      act: () => dragBy(desk.page, "Cover", 900, 700),
      check: (now) => expect(named(now, "Cover")).toMatchObject({ xPosition: 1920 - 200, yPosition: 1080 - 200 }),
    });
    await dragBy(desk.page, "Cover", -1900, -1070);
    await seeStored(desk, (now) => expect(named(now, "Cover")).toMatchObject({ xPosition: 0, yPosition: 0 }));
  });

  it("snaps to the middle of the canvas and to other elements, shows where, and not while Alt is held", async () => {
    const desk = await open().desk("Snapping", [BOX, NAME]);
    const { page } = desk;
    const guides = page.getByRole("group", { name: "Canvas" }).locator("[data-guide]").filter({ visible: true });
    // 8 px from where its middle is that of the canvas, and its upper edge that of the name.
    await reversibly(desk, {
      act: () => dragBy(page, "Cover", -1200 + 860 + 8, 100 - 6, () => expect.poll(() => guides.count()).toBeGreaterThanOrEqual(2)),
      check: (now) => expect(named(now, "Cover")).toMatchObject({ xPosition: 860, yPosition: 700 }),
    });
    expect(await guides.count()).toBe(0);
    await page.keyboard.down("Alt");
    await dragBy(page, "Cover", 8, 6, () => expect.poll(() => guides.count()).toBe(0));
    await page.keyboard.up("Alt");
    await seeStored(desk, (now) => expect(named(now, "Cover")).toMatchObject({ xPosition: 868, yPosition: 706 }));
  });

  it("gives a drag up by Escape, and leaves alone what is locked", async () => {
    const desk = await open().desk("Given up", [{ ...BOX, name: "Locked", isLocked: true }, NAME]);
    const { page } = desk;
    const before = await stored(desk);
    await dragBy(page, "Name", 300, -300, () => page.keyboard.press("Escape"));
    await dragBy(page, "Locked", -300, -300);
    await canvasOf(page).focus();
    await click(page, "Name");
    await page.keyboard.press("ArrowRight");
    const after = await seeStored(desk, (now) => expect(named(now, "Name").xPosition).toBe(301));
    expect(named(after, "Name").yPosition).toBe(700);
    expect(named(after, "Locked")).toEqual(named(before, "Locked"));
  });

  it("goes by 1 px with an arrow key and by 10 with Shift; a key that is held is one step", async () => {
    const desk = await open().desk("Nudging", ALL);
    const { page } = desk;
    await click(page, "Title");
    const press = (key: string) => () => canvasOf(page).press(key);
    const at = (xPosition: number, yPosition: number) => (now: Parameters<typeof named>[0]) =>
      expect(named(now, "Title")).toMatchObject({ xPosition, yPosition });
    await reversibly(desk, { act: press("ArrowLeft"), check: at(299, 200) });
    await reversibly(desk, { act: press("Shift+ArrowDown"), check: at(299, 210) });
    await reversibly(desk, {
      act: async () => {
        await canvasOf(page).focus();
        for (let times = 0; times < 5; times += 1) await page.keyboard.down("ArrowRight");
        await page.keyboard.up("ArrowRight");
      },
      check: at(304, 210),
    });
    await canvasOf(page).focus();
    await page.keyboard.down("Shift");
    for (let times = 0; times < 32; times += 1) await page.keyboard.down("ArrowLeft");
    await page.keyboard.up("ArrowLeft");
    await page.keyboard.up("Shift");
    await seeStored(desk, at(0, 210));
  });
});
