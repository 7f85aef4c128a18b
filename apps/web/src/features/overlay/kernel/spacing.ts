import { bottomOf, type Rect, rightOf } from "./geometry.ts";
import type { Axis, Guide } from "./types.ts";

/** A box along one axis. */
interface Span {
  readonly start: number;
  readonly end: number;
  readonly crossStart: number;
  readonly crossEnd: number;
}

const spanOf = (box: Rect, axis: Axis): Span =>
  axis === "horizontal"
    ? { start: box.xPx, end: rightOf(box), crossStart: box.yPx, crossEnd: bottomOf(box) }
    : { start: box.yPx, end: bottomOf(box), crossStart: box.xPx, crossEnd: rightOf(box) };

interface Neighbours {
  readonly before: Span | undefined;
  readonly after: Span | undefined;
  /** Between the neighbour and the one beyond it; 0: there is none. */
  readonly gapBefore: number;
  readonly gapAfter: number;
  readonly beyondBefore: Span | undefined;
  readonly beyondAfter: Span | undefined;
}

/** What stands in a row with the box: shares some of its height (or width) and lies beside it. */
function neighboursOf(span: Span, boxes: readonly Rect[], axis: Axis): Neighbours {
  const row = boxes.map((box) => spanOf(box, axis)).filter((one) => one.crossStart < span.crossEnd && span.crossStart < one.crossEnd);
  const middle = (span.start + span.end) / 2;
  const before = lastBefore(row, middle);
  const after = firstAfter(row, middle);
  const beyondBefore = before && lastBefore(row, before.start);
  const beyondAfter = after && firstAfter(row, after.end);
  return {
    before,
    after,
    beyondBefore,
    beyondAfter,
    gapBefore: before && beyondBefore ? before.start - beyondBefore.end : 0,
    gapAfter: after && beyondAfter ? beyondAfter.start - after.end : 0,
  };
}

function lastBefore(row: readonly Span[], at: number): Span | undefined {
  return row.reduce<Span | undefined>((best, one) => (one.end <= at && (best === undefined || one.end > best.end) ? one : best), undefined);
}

function firstAfter(row: readonly Span[], at: number): Span | undefined {
  return row.reduce<Span | undefined>(
    (best, one) => (one.start >= at && (best === undefined || one.start < best.start) ? one : best),
    undefined,
  );
}

/** How far the box must go on to stand at equal distances in its row; null: no such place is near. */
export function equalGaps(box: Rect, boxes: readonly Rect[], axis: Axis, thresholdPx: number): number | null {
  const span = spanOf(box, axis);
  const size = span.end - span.start;
  const { before, after, gapBefore, gapAfter } = neighboursOf(span, boxes, axis);
  const starts: number[] = [];
  if (before && after && after.start - before.end > size) starts.push((before.end + after.start - size) / 2);
  if (before && gapBefore > 0) starts.push(before.end + gapBefore);
  if (after && gapAfter > 0) starts.push(after.start - gapAfter - size);
  const ways = starts.map((start) => start - span.start).filter((by) => Math.abs(by) <= thresholdPx);
  return ways.length === 0 ? null : ways.reduce((best, by) => (Math.abs(by) < Math.abs(best) ? by : best));
}

const TOUCH_PX = 0.51;

/** The equal distances a box takes part in, each as a line across the gap. */
export function gapGuides(box: Rect, boxes: readonly Rect[]): Guide[] {
  return [...gapsAlong(box, boxes, "horizontal"), ...gapsAlong(box, boxes, "vertical")];
}

function gapsAlong(box: Rect, boxes: readonly Rect[], axis: Axis): Guide[] {
  const span = spanOf(box, axis);
  const { before, after, beyondBefore, beyondAfter } = neighboursOf(span, boxes, axis);
  const guide = (from: Span, to: Span): Guide => ({
    kind: "gap",
    axis,
    atPx: (Math.max(from.crossStart, to.crossStart) + Math.min(from.crossEnd, to.crossEnd)) / 2,
    fromPx: from.end,
    toPx: to.start,
  });
  const left = before && guide(before, span);
  const right = after && guide(span, after);
  const farLeft = before && beyondBefore && guide(beyondBefore, before);
  const farRight = after && beyondAfter && guide(after, beyondAfter);
  return [
    ...(equal(left, right) ? [left, right] : []),
    ...(equal(left, farLeft) ? [left, farLeft] : []),
    ...(equal(right, farRight) ? [right, farRight] : []),
  ].filter((one) => one !== undefined);
}

function equal(a: Guide | undefined, b: Guide | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const [gapA, gapB] = [a.toPx - a.fromPx, b.toPx - b.fromPx];
  return gapA > 0 && gapB > 0 && Math.abs(gapA - gapB) <= 2 * TOUCH_PX;
}
