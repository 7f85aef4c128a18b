import { bottomOf, fromEdges, type Point, type Rect, rightOf } from "./geometry.ts";
import { type Handle, isSide } from "./resize.ts";
import { guidesOf, snapEdge, type SnapTargets } from "./snap.ts";
import type { Guide } from "./types.ts";

export interface SnappedPull {
  readonly pulled: Point;
  readonly guides: readonly Guide[];
}

/** A handle's way, changed so that the edge it pulls ends on what is near. A corner keeps the frame's proportions. */
export function snapPull(frame: Rect, handle: Handle, pulled: Point, targets: SnapTargets, thresholdPx: number): SnappedPull {
  const { widthPx, heightPx } = frame;
  const [outX, outY] = [handle.endsWith("left") ? -1 : 1, handle.startsWith("top") ? -1 : 1];
  const edgeX = outX < 0 ? frame.xPx : rightOf(frame);
  if (isSide(handle)) {
    const xPx = pulled.xPx + snapEdge(edgeX + pulled.xPx, targets.vertical, thresholdPx);
    return withGuides(frame, { xPx, yPx: 0 }, outX, 0, targets, xPx !== pulled.xPx);
  }
  const edgeY = outY < 0 ? frame.yPx : bottomOf(frame);
  const grown = (outX * pulled.xPx * widthPx + outY * pulled.yPx * heightPx) / (widthPx ** 2 + heightPx ** 2);
  const byX = snapEdge(edgeX + outX * widthPx * grown, targets.vertical, thresholdPx);
  const byY = snapEdge(edgeY + outY * heightPx * grown, targets.horizontal, thresholdPx);
  const isByX = byX !== 0 && (byY === 0 || Math.abs(byX) <= Math.abs(byY));
  const snapped = grown + (isByX ? (outX * byX) / widthPx : (outY * byY) / heightPx);
  const way = { xPx: outX * widthPx * snapped, yPx: outY * heightPx * snapped };
  return withGuides(frame, way, outX, outY, targets, byX !== 0 || byY !== 0);
}

function withGuides(frame: Rect, pulled: Point, outX: number, outY: number, targets: SnapTargets, isSnapped: boolean): SnappedPull {
  if (!isSnapped) return { pulled, guides: [] };
  const [left, right] = outX < 0 ? [frame.xPx + pulled.xPx, rightOf(frame)] : [frame.xPx, rightOf(frame) + pulled.xPx];
  const [top, bottom] = outY < 0 ? [frame.yPx + pulled.yPx, bottomOf(frame)] : [frame.yPx, bottomOf(frame) + (outY === 0 ? 0 : pulled.yPx)];
  return { pulled, guides: guidesOf(fromEdges(left, top, right, bottom), targets).filter(({ kind }) => kind === "line") };
}
