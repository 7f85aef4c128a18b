import type { Page } from "playwright-core";
import { until } from "../src/until.ts";

/** Until something is drawn in each canvas: fonts and pictures come after it. */
export const drawn = (page: Page): Promise<true> => until("every overlay is drawn", () => page.evaluate(areDrawn));

/** In the browser. */
function areDrawn(): boolean {
  const all = [...document.querySelectorAll("canvas")];
  const isDrawn = (canvas: HTMLCanvasElement) => {
    const { data = [] } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
    return data.some((value) => value > 0);
  };
  return all.length > 0 && all.every(isDrawn);
}
