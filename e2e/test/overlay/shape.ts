import { describe, expect, it } from "vitest";
import {
  canvasOf,
  click,
  type Design,
  type Desk,
  drag,
  type Given,
  named,
  onPage,
  optionOf,
  properties,
  seeSelected,
  spotOn,
  stored,
} from "../../src/designer.ts";
import { paperOf, seeInk } from "../../src/eyes.ts";
import { crowd, framesOfDrag } from "../../src/dragging.ts";
import { percentile } from "../../src/trace.ts";
import { reversibly } from "../../src/reversible.ts";
import { open } from "./studio.ts";

const TITLE: Given = { type: "text", name: "Title", content: "Harbour Lights", xPosition: 300, yPosition: 200 };
const BOX: Given = { type: "artwork", name: "Cover", fontSize: 200, xPosition: 1200, yPosition: 600 };
const BAR: Given = { type: "progress-bar", name: "Bar", fontSize: 20, xPosition: 300, yPosition: 900 };

/** Pulls a handle of what is selected, given as a share of an element's box. */
async function pull({ page }: Desk, name: string, [across, down]: readonly [number, number], byXPx: number, byYPx: number): Promise<void> {
  const from = await spotOn(page, name, across, down);
  await page.keyboard.down("Alt");
  await drag(page, from, { xPx: from.xPx + byXPx, yPx: from.yPx + byYPx });
  await page.keyboard.up("Alt");
}

describe("resizing", () => {
  it("scales by a corner, and the opposite corner stays", async () => {
    const desk = await open().desk("Corners", [BOX]);
    await click(desk.page, "Cover");
    await reversibly(desk, {
      act: () => pull(desk, "Cover", [1, 1], 100, 100),
      check: (now) => expect(named(now, "Cover")).toMatchObject({ fontSize: 300, xPosition: 1200, yPosition: 600 }),
    });
    await reversibly(desk, {
      act: () => pull(desk, "Cover", [0, 0], 60, 60),
      check: (now) => expect(named(now, "Cover")).toMatchObject({ fontSize: 240, xPosition: 1260, yPosition: 660 }),
    });
    await seeInk(desk.page, { xPx: 1240, yPx: 640, widthPx: 300, heightPx: 300 }, ({ box }) => {
      expect(Math.abs((box?.xPx ?? 0) - 1260)).toBeLessThan(4);
      expect(Math.abs((box?.widthPx ?? 0) - 240)).toBeLessThan(6);
    });
  });

  it("gives a text a width by its side, and a bar too", async () => {
    const desk = await open().desk("Sides", [TITLE, BAR]);
    await click(desk.page, "Title");
    const { widthPx = 0 } =
      (await seeInk(desk.page, { xPx: 200, yPx: 150, widthPx: 1000, heightPx: 200 }, ({ box }) => expect(box).not.toBeNull())).box ?? {};
    await reversibly(desk, {
      act: () => pull(desk, "Title", [1, 0.5], -200, 0),
      check: (now) => expect(Math.abs((named(now, "Title").boxWidthPx ?? 0) - (widthPx - 200))).toBeLessThan(16),
    });
    await click(desk.page, "Bar");
    await reversibly(desk, {
      act: () => pull(desk, "Bar", [0, 0.5], -100, 0),
      check: (now) => expect(named(now, "Bar")).toMatchObject({ xPosition: 200, boxWidthPx: 340 }),
    });
  });

  it("scales several together", async () => {
    const desk = await open().desk("Together", [
      { ...BOX, name: "One", xPosition: 400, yPosition: 400 },
      { ...BOX, name: "Two", xPosition: 800, yPosition: 400 },
    ]);
    await click(desk.page, "One");
    await click(desk.page, "Two", ["Shift"]);
    await reversibly(desk, {
      act: () => pull(desk, "Two", [1, 1], 300, 100),
      check: (now) => {
        expect(named(now, "One")).toMatchObject({ fontSize: 300, xPosition: 400, yPosition: 400 });
        expect(named(now, "Two")).toMatchObject({ fontSize: 300, xPosition: 1000, yPosition: 400 });
      },
    });
  });

  it("grows by Alt and the arrow keys, within the limits", async () => {
    const desk = await open().desk("By keys", [TITLE, { ...BOX, fontSize: 10 }]);
    const { page } = desk;
    const press = (key: string) => () => canvasOf(page).press(key);
    await click(page, "Title");
    await reversibly(desk, { act: press("Alt+ArrowUp"), check: (now) => expect(named(now, "Title").fontSize).toBe(65) });
    await reversibly(desk, { act: press("Alt+Shift+ArrowUp"), check: (now) => expect(named(now, "Title").fontSize).toBe(75) });
    await reversibly(desk, { act: press("Alt+ArrowLeft"), check: (now) => expect(named(now, "Title").boxWidthPx).toBeGreaterThan(300) });
    await click(page, "Cover");
    await reversibly(desk, { act: press("Alt+Shift+ArrowDown"), check: (now) => expect(named(now, "Cover").fontSize).toBe(8) });
  });
});

describe("aligning and distributing", () => {
  const three = [100, 700, 900].map((xPosition, index): Given => ({
    ...BOX,
    name: `Box ${index + 1}`,
    fontSize: 100,
    xPosition,
    yPosition: 200 + 150 * index,
  }));
  const xs = (design: Design) => design.elements.map(({ xPosition }) => xPosition);
  const ys = (design: Design) => design.elements.map(({ yPosition }) => yPosition);

  it("brings one to the canvas, several to each other, and gives three equal gaps", async () => {
    const desk = await open().desk("Arrange", three);
    const { page } = desk;
    const press = (name: string) => () => properties(page).getByRole("button", { name, exact: true }).click();
    await click(page, "Box 3");
    await reversibly(desk, { act: press("Align right to the canvas"), check: (now) => expect(xs(now)).toEqual([100, 700, 1820]) });
    await reversibly(desk, { act: press("Align centres to the canvas"), check: (now) => expect(xs(now)).toEqual([100, 700, 910]) });
    await canvasOf(page).press("Control+a");
    await reversibly(desk, { act: press("Distribute horizontally"), check: (now) => expect(xs(now)).toEqual([100, 505, 910]) });
    await reversibly(desk, { act: press("Align top"), check: (now) => expect(ys(now)).toEqual([200, 200, 200]) });
    await reversibly(desk, { act: press("Align left"), check: (now) => expect(xs(now)).toEqual([100, 100, 100]) });
  });
});

describe("looking", () => {
  it("zooms by buttons, keys and wheel, pans by wheel and by Space, fits again, and changes nothing of the template", async () => {
    const desk = await open().desk("Zoom", [TITLE, BOX]);
    const { page } = desk;
    const before = await stored(desk);
    const zoom = page.getByRole("group", { name: "Zoom" });
    const seeScale = (percent: number) => zoom.getByRole("button", { name: `${percent} %, zoom to 100 %` }).waitFor();
    await seeScale(50);
    await zoom.getByRole("button", { name: "Zoom in" }).click();
    await seeScale(63);
    await zoom.getByRole("button", { name: "Zoom out" }).click();
    await seeScale(50);
    await zoom.getByRole("button", { name: "50 %, zoom to 100 %" }).click();
    await seeScale(100);
    await zoom.getByRole("button", { name: "Fit the canvas" }).click();
    await seeScale(50);
    await canvasOf(page).focus();
    for (const [key, percent] of [
      ["+", 63],
      ["-", 50],
      ["1", 100],
      ["0", 50],
    ] as const) {
      await page.keyboard.press(key);
      await seeScale(percent);
    }
    // What is under the pointer stays under it.
    const place = await onPage(page, { xPx: 600, yPx: 400 });
    await page.mouse.move(place.x, place.y);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -300);
    await page.keyboard.up("Control");
    await seeScale(136);
    const zoomed = await onPage(page, { xPx: 600, yPx: 400 });
    expect(Math.hypot(zoomed.x - place.x, zoomed.y - place.y)).toBeLessThan(2);
    const paper = await paperOf(page);
    await page.mouse.wheel(30, 40);
    const wheeled = await expectMoved(desk, paper, -30, -40);
    await page.keyboard.down("Space");
    await page.mouse.down();
    await page.mouse.move(place.x + 50, place.y + 20, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up("Space");
    await expectMoved(desk, wheeled, 50, 20);
    await canvasOf(page).press("Escape");
    await canvasOf(page).press("ArrowRight");
    await expect.poll(async () => Math.round((await paperOf(page)).x)).toBeLessThan(Math.round(wheeled.x + 50));
    // It can be taken hold of at any scale.
    await click(page, "Title");
    await seeSelected(page, ["Title"]);
    await page.keyboard.press("0");
    await seeScale(50);
    expect(await optionOf(page, "Cover").count()).toBe(1);
    expect(await stored(desk)).toEqual(before);
  });
});

describe("a drag among 60 elements", () => {
  it("stays smooth: scripts, styles and layout leave most of each frame", async () => {
    const { browser, person, desk } = open();
    await desk("A crowd", crowd(60));
    const frames = await framesOfDrag(await browser(), person.page, 90);
    const p95 = percentile(
      frames.map(({ scriptAndLayoutCpuMs }) => scriptAndLayoutCpuMs),
      0.95,
    );
    console.log(`a drag among 60 elements: p95 ${p95.toFixed(2)} ms of ${frames.length} frames`);
    expect(frames.length).toBeGreaterThan(45);
    // `npm run bench -- drag` holds it to 8 ms by the clock; here the machine may be busy.
    expect(p95).toBeLessThan(24);
  });
});

async function expectMoved({ page }: Desk, from: { x: number; y: number }, byX: number, byY: number) {
  await expect.poll(async () => Math.round((await paperOf(page)).x - from.x)).toBe(byX);
  const paper = await paperOf(page);
  expect(Math.round(paper.y - from.y)).toBe(byY);
  return paper;
}
