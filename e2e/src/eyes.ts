/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { eventually } from "./until.ts";

/** A place on the canvas, in its pixels. */
export interface Area {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** What is drawn within an area. */
export interface Ink {
  /** In canvas pixels; null: nothing is. */
  readonly box: Area | null;
  /** Mean of what is drawn, each 0 to 255, weighted by opacity. */
  readonly colour: readonly [number, number, number];
  /** Of what is drawn most densely, 0 to 1. */
  readonly opacity: number;
}

const CANVAS: Area = { xPx: 0, yPx: 0, widthPx: 1920, heightPx: 1080 };

/** Where the canvas lies on the page, in CSS pixels. */
export async function paperOf(page: Page): Promise<{ x: number; y: number; scale: number }> {
  return page.evaluate(() => {
    const sheets = document.querySelector("[role=group][aria-label=Canvas] canvas")?.parentElement;
    const { x, y, width } = sheets?.getBoundingClientRect() ?? new DOMRect();
    return { x, y, scale: width / 1920 };
  });
}

/** Waits until the canvas has stood at one place for three frames. */
export async function steadyPaper(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const place = () => {
      const { x, y, width } =
        document.querySelector("[role=group][aria-label=Canvas] canvas")?.parentElement?.getBoundingClientRect() ?? new DOMRect();
      return [x, y, width].join();
    };
    let frames = 0;
    for (let last = place(); frames < 3; last = place()) {
      await new Promise(requestAnimationFrame);
      frames = place() === last ? frames + 1 : 0;
    }
  });
}

/** What all layers of the canvas show together, wherever a drag has brought them. */
export async function inkIn(page: Page, area: Area = CANVAS): Promise<Ink> {
  return page.evaluate(async ({ xPx, yPx, widthPx, heightPx }) => {
    await new Promise(requestAnimationFrame);
    const sheets = [...document.querySelectorAll<HTMLCanvasElement>("[role=group][aria-label=Canvas] canvas")];
    const paper = sheets[0]?.parentElement?.getBoundingClientRect() ?? new DOMRect();
    const picture = new OffscreenCanvas(widthPx, heightPx).getContext("2d", { willReadFrequently: true });
    if (picture === null || paper.width === 0) throw new Error("there is no canvas");
    const scale = 1920 / paper.width;
    for (const sheet of sheets) {
      const { x, y, width, height } = sheet.getBoundingClientRect();
      picture.drawImage(sheet, (x - paper.x) * scale - xPx, (y - paper.y) * scale - yPx, width * scale, height * scale);
    }
    const { data } = picture.getImageData(0, 0, widthPx, heightPx);
    let [left, top, right, bottom, sum, densest] = [widthPx, heightPx, -1, -1, 0, 0];
    const mean = [0, 0, 0];
    for (let at = 0; at < data.length; at += 4) {
      const alpha = data[at + 3] ?? 0;
      if (alpha < 24) continue;
      const [column, row] = [(at / 4) % widthPx, Math.floor(at / 4 / widthPx)];
      [left, right] = [Math.min(left, column), Math.max(right, column)];
      [top, bottom] = [Math.min(top, row), Math.max(bottom, row)];
      sum += alpha;
      densest = Math.max(densest, alpha);
      for (const channel of [0, 1, 2]) mean[channel] = (mean[channel] ?? 0) + (data[at + channel] ?? 0) * alpha;
    }
    const [red = 0, green = 0, blue = 0] = mean.map((value) => (sum === 0 ? 0 : value / sum));
    const box = right < 0 ? null : { xPx: xPx + left, yPx: yPx + top, widthPx: right - left + 1, heightPx: bottom - top + 1 };
    return { box, colour: [red, green, blue] as const, opacity: densest / 255 };
  }, area);
}

/** Waits until what is drawn is as it should be. @param check throws while it is not */
export async function seeInk(page: Page, area: Area | undefined, check: (ink: Ink) => void): Promise<Ink> {
  return eventually(async () => {
    const ink = await inkIn(page, area);
    check(ink);
    return ink;
  });
}

/** Everything drawn, as a coarse mosaic; once it is the same in two frames one after the other. */
export async function pictureOf(page: Page): Promise<Mosaic> {
  let last: Mosaic = [];
  return eventually(async () => {
    const [before, now] = [last, await mosaic(page)];
    last = now;
    if (!isSame(now, before)) throw new Error("what is drawn goes on changing");
    return now;
  });
}

/** Waits until what is drawn is this, or is no longer this. */
export async function seePicture(page: Page, picture: Mosaic, is: "seen" | "gone"): Promise<void> {
  await eventually(async () => {
    if (isSame(await mosaic(page), picture) !== (is === "seen")) throw new Error(`what was drawn should be ${is}`);
  });
}

/** Per cell: the sum of its weighted channels, 0 to 1530. */
export type Mosaic = readonly number[];
/** Layers that are put together in another way round differently. */
const ROUNDING = 3;
const isSame = (a: Mosaic, b: Mosaic): boolean =>
  a.length === b.length && a.every((value, index) => Math.abs(value - (b[index] ?? 0)) <= ROUNDING);

async function mosaic(page: Page): Promise<Mosaic> {
  return page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const sheets = [...document.querySelectorAll<HTMLCanvasElement>("[role=group][aria-label=Canvas] canvas")];
    const [widthPx, heightPx, cellPx] = [480, 270, 6];
    const picture = new OffscreenCanvas(widthPx, heightPx).getContext("2d", { willReadFrequently: true });
    if (picture === null) throw new Error("there is no canvas");
    picture.fillStyle = "#204060";
    picture.fillRect(0, 0, widthPx, heightPx);
    for (const sheet of sheets) picture.drawImage(sheet, 0, 0, widthPx, heightPx);
    const { data } = picture.getImageData(0, 0, widthPx, heightPx);
    const across = widthPx / cellPx;
    const cells = new Float64Array(across * (heightPx / cellPx));
    for (let at = 0; at < data.length; at += 4) {
      const [column, row] = [(at / 4) % widthPx, Math.floor(at / 4 / widthPx)];
      const cell = Math.floor(row / cellPx) * across + Math.floor(column / cellPx);
      cells[cell] = (cells[cell] ?? 0) + (data[at] ?? 0) + 2 * (data[at + 1] ?? 0) + 3 * (data[at + 2] ?? 0);
    }
    return Array.from(cells, (sum) => Math.round(sum / cellPx ** 2));
  });
}
