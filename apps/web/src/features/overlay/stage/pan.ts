import type { Point } from "../kernel/geometry.ts";
import type { ViewportStore } from "./viewport-store.ts";

/** Moves and zooms the view: wheel, middle button, space and drag, two fingers. @param onPinch a second finger came: whatever the first began ends */
export function createPanning(surface: HTMLElement, viewport: ViewportStore, isPanKeyHeld: () => boolean, onPinch: () => void): () => void {
  const ends = new AbortController();
  const { signal } = ends;
  const fingers = new Map<number, Point>();
  let panning: number | null = null;

  const pointOf = ({ clientX, clientY }: MouseEvent): Point => ({ xPx: clientX, yPx: clientY });
  surface.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const { left, top } = surface.getBoundingClientRect();
      const lines = event.deltaMode === 1 ? 16 : 1;
      if (event.ctrlKey || event.metaKey) {
        viewport.zoomAt(Math.exp((-event.deltaY * lines) / 300), { xPx: event.clientX - left, yPx: event.clientY - top });
      } else if (event.shiftKey) viewport.pan(-event.deltaY * lines, 0);
      else viewport.pan(-event.deltaX * lines, -event.deltaY * lines);
    },
    { signal, passive: false },
  );
  surface.addEventListener(
    "pointerdown",
    (event) => {
      if (event.pointerType === "touch") fingers.set(event.pointerId, pointOf(event));
      if (fingers.size === 2) onPinch();
      if (event.button === 1 || (event.button === 0 && isPanKeyHeld())) {
        event.preventDefault();
        panning = event.pointerId;
        surface.setPointerCapture(event.pointerId);
      }
    },
    { signal },
  );
  surface.addEventListener(
    "pointermove",
    (event) => {
      if (panning === event.pointerId) viewport.pan(event.movementX, event.movementY);
      if (fingers.has(event.pointerId) && fingers.size === 2) pinch(surface, viewport, fingers, event);
    },
    { signal },
  );
  const lift = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    if (panning === event.pointerId) panning = null;
  };
  surface.addEventListener("pointerup", lift, { signal });
  surface.addEventListener("pointercancel", lift, { signal });
  return () => ends.abort();
}

/** The points under both fingers stay under them, as far as one scale can do that. */
function pinch(surface: HTMLElement, viewport: ViewportStore, fingers: Map<number, Point>, event: PointerEvent): void {
  const before = [...fingers.values()];
  fingers.set(event.pointerId, { xPx: event.clientX, yPx: event.clientY });
  const after = [...fingers.values()];
  const { left, top } = surface.getBoundingClientRect();
  const [from, to] = [middle(before), middle(after)];
  viewport.pan(to.xPx - from.xPx, to.yPx - from.yPx);
  const spread = distance(after) / Math.max(distance(before), 1);
  viewport.zoomAt(spread, { xPx: to.xPx - left, yPx: to.yPx - top });
}

const middle = (points: readonly Point[]): Point => ({
  xPx: points.reduce((sum, { xPx }) => sum + xPx, 0) / points.length,
  yPx: points.reduce((sum, { yPx }) => sum + yPx, 0) / points.length,
});

function distance([a, b]: readonly Point[]): number {
  return a === undefined || b === undefined ? 1 : Math.hypot(a.xPx - b.xPx, a.yPx - b.yPx);
}
