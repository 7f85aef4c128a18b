import { CANVAS_HEIGHT_PX, CANVAS_WIDTH_PX, type FrameState, type Scene, sceneMoves } from "@nightjar/contract";
import type { Pictures } from "@nightjar/scene";
import type { BrowserSceneHost } from "@nightjar/scene/browser";
import { type RefObject, useEffect } from "react";

/** As often as on air. */
const STEPS_PER_SECOND = 5;

/** As many pixels as the canvas has on this screen, 16:9; never more than 2160p. */
function fitPixels(canvas: HTMLCanvasElement): void {
  const widthPx = Math.min(3840, Math.max(16, Math.round((canvas.clientWidth * devicePixelRatio) / 16) * 16));
  if (canvas.width === widthPx) return;
  canvas.width = widthPx;
  canvas.height = (widthPx * CANVAS_HEIGHT_PX) / CANVAS_WIDTH_PX;
}

/** Draws a scene onto a canvas again and again while something of it moves, and whenever the window changes. */
export function useDrawnScene(
  canvasRef: RefObject<HTMLCanvasElement | null>,
  host: BrowserSceneHost | null,
  scene: Scene,
  frameAt: (positionMs: number) => FrameState,
  pictures: Pictures,
): void {
  useEffect(() => {
    const canvas = canvasRef.current;
    if (!canvas || !host) return;
    const startedAt = performance.now();
    let isEnded = false;
    const draw = () => {
      if (isEnded) return;
      const elapsedMs = performance.now() - startedAt;
      const { durationMs } = frameAt(0);
      fitPixels(canvas);
      host.drawOn(canvas, scene, frameAt(elapsedMs % durationMs), pictures);
    };
    const observer = new ResizeObserver(draw);
    let timer: ReturnType<typeof setInterval> | undefined;
    void host.prepare(scene, frameAt(0)).then(() => {
      if (isEnded) return;
      observer.observe(canvas);
      draw();
      if (sceneMoves(scene)) timer = setInterval(draw, 1000 / STEPS_PER_SECOND);
    });
    return () => {
      isEnded = true;
      observer.disconnect();
      clearInterval(timer);
    };
  }, [canvasRef, host, scene, frameAt, pictures]);
}
