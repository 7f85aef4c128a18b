import { createListeners } from "@nightjar/kit";
import type { Point } from "../kernel/geometry.ts";
import { centred, fitted, panned, type StageSize, toCanvas, type Viewport, zoomed, zoomedStep } from "../kernel/viewport.ts";

/** How the canvas is looked at. Outside React: panning draws no component. */
export interface ViewportStore {
  get(): Viewport;
  subscribe(listener: () => void): () => void;
  resize(size: StageSize): void;
  fit(): void;
  /** One pixel of the canvas is one of the page; this point of the canvas comes to the middle, else the middle stays. */
  full(at?: Point): void;
  step(way: 1 | -1): void;
  zoomAt(factor: number, at: Point): void;
  pan(byXPx: number, byYPx: number): void;
}

export function createViewportStore(): ViewportStore {
  let size: StageSize = { widthPx: 0, heightPx: 0 };
  let view = fitted({ widthPx: 960, heightPx: 540 });
  const listeners = createListeners();
  const become = (next: Viewport) => {
    view = next;
    listeners.tell();
  };
  return {
    get: () => view,
    subscribe: listeners.subscribe,
    resize(next) {
      size = next;
      become(view.isFitted ? fitted(size) : panned(view, 0, 0, size));
    },
    fit: () => become(fitted(size)),
    full: (at = toCanvas(view, { xPx: size.widthPx / 2, yPx: size.heightPx / 2 })) => become(panned(centred(1, size, at), 0, 0, size)),
    step: (way) => become(zoomedStep(view, way, size)),
    zoomAt: (factor, at) => become(panned(zoomed(view, factor, at), 0, 0, size)),
    pan: (byXPx, byYPx) => become(panned(view, byXPx, byYPx, size)),
  };
}
