import type { Browser, Page } from "playwright-core";
import { canvasOf, type Given, onPage, optionOf, spotOn } from "./designer.ts";
import { type Frame, framesDuring } from "./trace.ts";

const COLUMNS = 10;
const WARM_UP_MOVES = 60;
const RADIUS_PX = 220;
const MOVES_PER_TURN = 90;

/** A template of many elements of all kinds, spread over the canvas; the one in the middle of the pile is called Dragged. */
export function crowd(count: number): Given[] {
  const kinds = [
    { type: "text", content: "Now playing", fontSize: 36, shadowOpacity: 80 },
    { type: "track-title", fontSize: 40, fontWeight: "700", boxWidthPx: 180 },
    { type: "artwork", fontSize: 110 },
    { type: "artist-name", fontSize: 28, outlineWidthPx: 3 },
    { type: "progress-bar", fontSize: 16, boxWidthPx: 170 },
    { type: "channel-name", fontSize: 28, fontFamily: "Roboto" },
  ] as const;
  return Array.from({ length: count }, (_, index) => {
    const [kind = kinds[0], column, row] = [kinds[index % kinds.length], index % COLUMNS, Math.floor(index / COLUMNS)];
    const isDragged = index === Math.floor(count / 2);
    const name = isDragged ? "Dragged" : `Element ${index + 1}`;
    return { ...kind, ...(isDragged && { ...kinds[2], fontSize: 160 }), name, xPosition: 20 + 188 * column, yPosition: 20 + 170 * row };
  });
}

/**
 * Drags the element called Dragged in circles with the mouse, first untraced, then traced.
 * @param others selected with it
 * @returns the frames of the second part
 */
export async function framesOfDrag(browser: Browser, page: Page, moves: number, others: readonly string[] = []): Promise<Frame[]> {
  for (const [index, name] of ["Dragged", ...others].entries()) {
    await page.getByRole("button", { name: `Select ${name}`, exact: true }).click({ modifiers: index === 0 ? [] : ["Control"] });
  }
  const from = await spotOn(page, "Dragged");
  const [start, middle] = [await onPage(page, from), await onPage(page, { xPx: 960, yPx: 540 })];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  const turn = async (count: number) => {
    for (let move = 0; move < count; move += 1) {
      const angle = (2 * Math.PI * move) / MOVES_PER_TURN;
      await page.mouse.move(middle.x + RADIUS_PX * Math.cos(angle), middle.y + RADIUS_PX * 0.6 * Math.sin(angle));
    }
  };
  await turn(WARM_UP_MOVES);
  const frames = await framesDuring(browser, page, () => turn(moves));
  await canvasOf(page).press("Escape");
  await page.mouse.up();
  await optionOf(page, "Dragged").waitFor();
  return frames;
}
