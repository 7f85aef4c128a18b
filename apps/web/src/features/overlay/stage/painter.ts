import { CANVAS_HEIGHT_PX, CANVAS_WIDTH_PX, type ElementId } from "@nightjar/contract";
import type { DesignDocument, DesignElement } from "../kernel/document.ts";
import { type Layer, layersOf, sameLayer } from "../kernel/layers.ts";
import { handleOf, sceneOf, type StageScene } from "./measure.ts";

export interface PaintInput {
  readonly document: DesignDocument;
  /** Kept on canvases of their own. */
  readonly active: ReadonlySet<ElementId>;
  readonly isDragging: boolean;
  /** Of each canvas, in device pixels; 16:9 follows. */
  readonly widthPx: number;
}

export interface Painter {
  /** Draws what changed, and what waits for its font once that has come; the last call wins. */
  paint(scene: StageScene, input: PaintInput): void;
  /** Shows what is active as if it stood elsewhere, in canvas pixels; `scale` is that of the page. Draws nothing but stretching panels. */
  drag(byXPx: number, byYPx: number, scale: number): void;
  destroy(): void;
}

interface Sheet {
  readonly canvas: HTMLCanvasElement;
  /** Whose place it has. */
  is: Layer["is"];
  /** What it shows; null: not what was painted last. */
  layer: Layer | null;
  scene: StageScene;
  /** Panels that a drag pulls at. */
  stretching: Layer | null;
}

/** Keeps a canvas per layer below `parent`. @param onPainted after fonts came and pixels changed */
export function createPainter(parent: HTMLElement, onPainted: () => void): Painter {
  const sheets: Sheet[] = [];
  let prepared: { readonly scene: StageScene; readonly elements: WeakSet<DesignElement> } | null = null;
  let moving: ReadonlySet<ElementId> = new Set();
  let turn = 0;

  const sheetAt = (index: number, scene: StageScene): Sheet => {
    const known = sheets[index];
    if (known !== undefined) return known;
    const canvas = parent.ownerDocument.createElement("canvas");
    canvas.className = "absolute inset-0 size-full";
    canvas.setAttribute("aria-hidden", "true");
    parent.append(canvas);
    const sheet: Sheet = { canvas, is: "still", layer: null, scene, stretching: null };
    sheets.push(sheet);
    return sheet;
  };
  const draw = (scene: StageScene, { document, active, isDragging, widthPx }: PaintInput) => {
    const layers = layersOf(document, active, isDragging);
    moving = active;
    for (const [index, layer] of layers.entries()) {
      const sheet = sheetAt(index, scene);
      const isDrawn = sheet.layer !== null && sameLayer(sheet.layer, layer) && isSameScene(sheet.scene, scene);
      if (!isDrawn || sheet.canvas.width !== widthPx) {
        sizeTo(sheet.canvas, widthPx);
        drawLayer(sheet.canvas, scene, layer, document.elements);
      }
      Object.assign(sheet, { is: layer.is, layer, scene, stretching: layer.is === "stretching" ? layer : null });
      sheet.canvas.style.willChange = isDragging && layer.is === "moving" ? "transform" : "";
      sheet.canvas.style.transform = "";
    }
    for (const sheet of sheets.splice(layers.length)) sheet.canvas.remove();
    onPainted();
  };

  const movedOf = (elements: readonly DesignElement[], byXPx: number, byYPx: number): readonly DesignElement[] =>
    elements.map((one) => (moving.has(one.id) ? { ...one, xPosition: one.xPosition + byXPx, yPosition: one.yPosition + byYPx } : one));

  return {
    paint(scene, input) {
      turn += 1;
      const own = turn;
      if (prepared === null || !isSameScene(prepared.scene, scene)) prepared = { scene, elements: new WeakSet() };
      const ready = prepared;
      const isReady = (element: DesignElement) => {
        if (!ready.elements.has(element) && handleOf(scene, element) !== null) ready.elements.add(element);
        return ready.elements.has(element);
      };
      const drawReady = () => {
        const elements = input.document.elements.filter(isReady);
        draw(scene, { ...input, document: { ...input.document, elements } });
      };
      drawReady();
      // What has no font is left out until it comes: it must not keep the others from being seen.
      for (const element of input.document.elements.filter((one) => !ready.elements.has(one)))
        scene.host.prepare(sceneOf([element]), scene.frame).then(
          () => own === turn && drawReady(),
          () => undefined,
        );
    },
    drag(byXPx, byYPx, scale) {
      for (const sheet of sheets) {
        if (sheet.is === "moving") sheet.canvas.style.transform = `translate3d(${byXPx * scale}px, ${byYPx * scale}px, 0)`;
        if (sheet.stretching !== null) {
          drawLayer(sheet.canvas, sheet.scene, sheet.stretching, movedOf(sheet.stretching.members, byXPx, byYPx));
          sheet.layer = null;
        }
      }
    },
    destroy() {
      turn += 1;
      for (const { canvas } of sheets.splice(0)) canvas.remove();
    },
  };
}

const isSameScene = (a: StageScene, b: StageScene): boolean => a.host === b.host && a.frame === b.frame && a.pictures === b.pictures;

function sizeTo(canvas: HTMLCanvasElement, widthPx: number): void {
  const heightPx = Math.round((widthPx * CANVAS_HEIGHT_PX) / CANVAS_WIDTH_PX);
  if (canvas.width !== widthPx) canvas.width = widthPx;
  if (canvas.height !== heightPx) canvas.height = heightPx;
}

function drawLayer(canvas: HTMLCanvasElement, { host, frame, pictures }: StageScene, layer: Layer, all: readonly DesignElement[]): void {
  const only = new Set(layer.elements.map(({ id }) => id));
  const members = new Set(layer.members.map(({ id }) => id));
  const elements = all.filter(({ id }) => only.has(id) || members.has(id));
  host.drawOn(canvas, sceneOf(elements, layer.plates), frame, pictures, { only });
}
