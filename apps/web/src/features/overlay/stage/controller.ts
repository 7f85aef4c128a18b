import { CANVAS_HEIGHT_PX, CANVAS_WIDTH_PX, type ElementId } from "@nightjar/contract";
import { elementsOf } from "../kernel/document.ts";
import type { Rect } from "../kernel/geometry.ts";
import type { ToolState } from "../kernel/tool.ts";
import type { Designer } from "../kernel/types.ts";
import { createGuides } from "./guides.ts";
import { createMeasure, type StageScene } from "./measure.ts";
import { createPainter } from "./painter.ts";
import type { ViewportStore } from "./viewport-store.ts";

/** What the stage draws on and moves about; React makes them once. */
export interface StageParts {
  /** As large as the canvas is shown; holds the background and the layers. */
  readonly paper: HTMLElement;
  readonly sheets: HTMLElement;
  /** Lies exactly over the paper and takes the pointer's share: frames, guides. */
  readonly glass: HTMLElement;
  /** The selection's frames, moved with a drag. */
  readonly selection: HTMLElement;
  readonly guides: HTMLElement;
  readonly marquee: HTMLElement;
  readonly readout: HTMLElement;
}

export interface StageController {
  setScene(scene: StageScene): void;
  /** What a drag shows until it ends. */
  show(tool: ToolState): void;
  destroy(): void;
}

/** Canvases beyond the picture's own pixels would show what is not on air. */
const MAX_WIDTH_PX = CANVAS_WIDTH_PX;
const SETTLES_MS = 120;

/** Joins document, viewport and the tool's state to what is seen; per frame of a drag it touches styles only. @param onMeasured boxes may be others now */
export function createController(designer: Designer, viewport: ViewportStore, parts: StageParts, onMeasured: () => void): StageController {
  const view = parts.paper.ownerDocument.defaultView;
  let boxes = designer.boxes();
  /** Fonts that came while painting may have changed what was measured before. */
  const painter = createPainter(parts.sheets, () => {
    const now = designer.boxes();
    if (now === boxes) return;
    boxes = now;
    onMeasured();
  });
  const drawGuides = createGuides(parts.guides);
  let scene: StageScene | null = null;
  let isDragging = false;
  let widthPx = 0;
  let asked = 0;
  let settling: ReturnType<typeof setTimeout> | undefined;

  const activeIds = (): ReadonlySet<ElementId> => {
    const { document, selection } = designer.getSnapshot();
    return new Set(elementsOf(document, selection).flatMap(({ id, isLocked }) => (isLocked ? [] : [id])));
  };
  const paint = () => {
    asked = 0;
    if (scene === null || widthPx === 0) return;
    painter.paint(scene, { document: designer.getSnapshot().document, active: activeIds(), isDragging, widthPx });
    if (!isDragging) parts.selection.style.transform = "";
  };
  /** Many changes in one frame are one painting. */
  const ask = () => {
    if (asked === 0 && view !== null) asked = view.requestAnimationFrame(paint);
  };
  const sharpen = () => {
    const wanted = Math.round(CANVAS_WIDTH_PX * viewport.get().scale * (view?.devicePixelRatio ?? 1));
    const next = Math.min(MAX_WIDTH_PX, Math.max(2, wanted));
    if (next === widthPx) return;
    widthPx = next;
    ask();
  };
  const place = () => {
    const { scale, xPx, yPx } = viewport.get();
    for (const part of [parts.paper, parts.glass]) {
      part.style.transform = `translate(${Math.round(xPx)}px, ${Math.round(yPx)}px)`;
      part.style.width = `${CANVAS_WIDTH_PX * scale}px`;
      part.style.height = `${CANVAS_HEIGHT_PX * scale}px`;
    }
    parts.sheets.style.imageRendering = scale * (view?.devicePixelRatio ?? 1) > 2 ? "pixelated" : "";
    clearTimeout(settling);
    if (widthPx === 0) sharpen();
    else settling = setTimeout(sharpen, SETTLES_MS);
  };
  const stopViewport = viewport.subscribe(place);
  let seen = designer.getSnapshot();
  const stopDesigner = designer.subscribe(() => {
    const now = designer.getSnapshot();
    if (now.document !== seen.document) boxes = designer.boxes();
    if (now.document !== seen.document || now.selection !== seen.selection) ask();
    seen = now;
  });
  place();

  return {
    setScene(next) {
      scene = next;
      designer.setMeasure(createMeasure(next));
      boxes = designer.boxes();
      onMeasured();
      ask();
    },
    show(tool) {
      const { scale } = viewport.get();
      drawGuides(tool.is === "moving" || tool.is === "resizing" ? tool.guides : [], scale);
      showMarquee(parts.marquee, tool.is === "marquee" ? tool.rect : null, scale);
      showReadout(parts.readout, tool, scale);
      const wasDragging = isDragging;
      isDragging = tool.is === "moving";
      if (tool.is !== "moving") {
        if (wasDragging) ask();
        return;
      }
      if (!wasDragging) paint();
      painter.drag(tool.byXPx, tool.byYPx, scale);
      parts.selection.style.transform = `translate3d(${tool.byXPx * scale}px, ${tool.byYPx * scale}px, 0)`;
    },
    destroy() {
      stopViewport();
      stopDesigner();
      clearTimeout(settling);
      view?.cancelAnimationFrame(asked);
      designer.setMeasure(null);
      painter.destroy();
      parts.guides.replaceChildren();
    },
  };
}

/** By visibility: it lays nothing out. Writing what is written already would still cost a frame of a drag its styles. */
function hide(part: HTMLElement, isHidden: boolean): void {
  const visibility = isHidden ? "hidden" : "visible";
  if (part.style.visibility !== visibility) part.style.visibility = visibility;
}

function showMarquee(marquee: HTMLElement, rect: Rect | null, scale: number): void {
  hide(marquee, rect === null);
  if (rect === null) return;
  marquee.style.transform = `translate(${rect.xPx * scale}px, ${rect.yPx * scale}px)`;
  marquee.style.width = `${rect.widthPx * scale}px`;
  marquee.style.height = `${rect.heightPx * scale}px`;
}

/** Where what is dragged stands, in words below it. */
function showReadout(readout: HTMLElement, tool: ToolState, scale: number): void {
  hide(readout, tool.is !== "moving");
  if (tool.is !== "moving") return;
  const { frame } = tool.pulled;
  const [xPx, yPx] = [frame.xPx + tool.byXPx, frame.yPx + tool.byYPx];
  const text = `${Math.round(xPx)}, ${Math.round(yPx)}`;
  const [written] = readout.childNodes;
  // The text of a node that is there: a new one would have every `:has()` of the page looked up again.
  if (written === undefined) readout.textContent = text;
  else if (written.nodeValue !== text) written.nodeValue = text;
  // Whole pixels: letters between them are blurred.
  readout.style.transform = `translate(${Math.round(xPx * scale)}px, ${Math.round((yPx + frame.heightPx) * scale + 8)}px)`;
}
