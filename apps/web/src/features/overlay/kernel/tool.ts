import type { ElementFields, ElementId } from "@nightjar/contract";
import { type Framed, limitMove, moved } from "./arrange.ts";
import { type DesignDocument, elementsOf } from "./document.ts";
import { betweenPoints, meet, movedBy, type Point, type Rect, unionOf } from "./geometry.ts";
import { type Handle, resized } from "./resize.ts";
import { snapPull } from "./snap-pull.ts";
import { guidesOf, snapMove, type SnapTargets, snapTargets } from "./snap.ts";
import type { Boxes, Guide } from "./types.ts";

/** What lies under the pointer. */
export type Hit =
  | { readonly on: "handle"; readonly handle: Handle }
  /** One, or all that stand on a panel. */
  | { readonly on: "elements"; readonly ids: readonly ElementId[] }
  | { readonly on: "canvas" };

export interface PointerStep {
  readonly type: "down" | "move" | "up";
  /** In canvas pixels. */
  readonly at: Point;
  readonly hit: Hit;
  /** Adds to the selection; while dragging, keeps to one direction. */
  readonly shift: boolean;
  /** Suspends snapping. */
  readonly free: boolean;
}

export interface ToolContext {
  readonly document: DesignDocument;
  readonly selection: readonly ElementId[];
  readonly boxes: Boxes;
  /** Canvas pixels in one pixel of the screen. */
  readonly perScreenPx: number;
}

export type ToolState =
  | { readonly is: "idle" }
  | { readonly is: "pressing"; readonly start: Point; readonly hit: Hit; readonly shift: boolean; readonly wasSelected: boolean }
  | {
      readonly is: "moving";
      readonly start: Point;
      readonly pulled: Pulled;
      readonly byXPx: number;
      readonly byYPx: number;
      readonly guides: readonly Guide[];
    }
  | {
      readonly is: "resizing";
      readonly start: Point;
      readonly pulled: Pulled;
      readonly handle: Handle;
      readonly fields: Fields;
      readonly guides: readonly Guide[];
    }
  | { readonly is: "marquee"; readonly start: Point; readonly before: readonly ElementId[]; readonly rect: Rect };

type Fields = ReadonlyMap<ElementId, Partial<ElementFields>>;

/** What is under way with, measured once. */
interface Pulled {
  readonly framed: readonly Framed[];
  readonly frame: Rect;
  /** The part of it that is seen. */
  readonly drawn: Rect;
  readonly targets: SnapTargets;
}

/** What the stage is to do; nothing is done here. */
export type Plan =
  | { readonly do: "select"; readonly ids: readonly ElementId[] }
  /** At the end of a drag: one step. */
  | { readonly do: "move"; readonly fields: Fields }
  /** A gesture: shown while it lasts, one step with its last. */
  | { readonly do: "resize"; readonly fields: Fields; readonly isLast: boolean };

export interface Turn {
  readonly state: ToolState;
  readonly plans: readonly Plan[];
}

export const IDLE: ToolState = { is: "idle" };
const DRAG_BEGINS_SCREEN_PX = 3;
const SNAP_SCREEN_PX = 6;

/** One step of the pointer tool: the next state and what follows from it. Pure, so that every gesture can be tested without a screen. */
export function turn(state: ToolState, step: PointerStep, context: ToolContext): Turn {
  if (step.type === "down") return press(step, context);
  const ends = step.type === "up";
  switch (state.is) {
    case "idle":
      return { state, plans: [] };
    case "pressing":
      return ends ? release(state, context) : maybeDrag(state, step, context);
    case "moving": {
      const next = move(state, step, context);
      if (!ends) return { state: next, plans: [] };
      const isMoved = next.byXPx !== 0 || next.byYPx !== 0;
      return done(isMoved ? [{ do: "move", fields: moved(heldOf(next.pulled, context), next.byXPx, next.byYPx) }] : []);
    }
    case "resizing": {
      const next = resize(state, step, context);
      const plans: Plan[] = [{ do: "resize", fields: next.fields, isLast: ends }];
      return ends ? done(plans) : { state: next, plans };
    }
    case "marquee": {
      const rect = betweenPoints(state.start, step.at);
      const ids = context.document.elements
        .filter(({ id, isLocked, isVisible }) => !isLocked && isVisible && touches(context.boxes.get(id)?.drawn, rect))
        .map(({ id }) => id);
      const plans: Plan[] = [{ do: "select", ids: [...state.before.filter((id) => !ids.includes(id)), ...ids] }];
      return ends ? done(plans) : { state: { ...state, rect }, plans };
    }
  }
}

const done = (plans: readonly Plan[]): Turn => ({ state: IDLE, plans });
const touches = (box: Rect | undefined, rect: Rect): boolean => box !== undefined && meet(box, rect);

function press({ at, hit, shift }: PointerStep, { selection }: ToolContext): Turn {
  const wasSelected = hit.on === "elements" && hit.ids.every((id) => selection.includes(id));
  const state: ToolState = { is: "pressing", start: at, hit, shift, wasSelected };
  if (hit.on !== "elements" || wasSelected) return { state, plans: [] };
  return { state, plans: [{ do: "select", ids: shift ? [...selection, ...hit.ids] : hit.ids }] };
}

type Pressing = Extract<ToolState, { is: "pressing" }>;

/** A click: only now is it clear that it was no drag. */
function release({ hit, shift, wasSelected }: Pressing, { selection }: ToolContext): Turn {
  if (hit.on === "canvas") return done(shift || selection.length === 0 ? [] : [{ do: "select", ids: [] }]);
  if (hit.on === "handle" || !wasSelected) return done([]);
  return done([{ do: "select", ids: shift ? selection.filter((id) => !hit.ids.includes(id)) : hit.ids }]);
}

function maybeDrag(state: Pressing, step: PointerStep, context: ToolContext): Turn {
  const { start, hit } = state;
  const way = Math.hypot(step.at.xPx - start.xPx, step.at.yPx - start.yPx);
  if (way < DRAG_BEGINS_SCREEN_PX * context.perScreenPx) return { state, plans: [] };
  const pulled = hit.on === "canvas" ? null : pulledOf(context, hit);
  if (pulled === null) {
    const before = state.shift ? context.selection : [];
    return turn({ is: "marquee", start, before, rect: betweenPoints(start, step.at) }, step, context);
  }
  if (hit.on === "handle") {
    return turn({ is: "resizing", start, pulled, handle: hit.handle, fields: new Map(), guides: [] }, step, context);
  }
  return turn({ is: "moving", start, pulled, byXPx: 0, byYPx: 0, guides: [] }, step, context);
}

/** What is selected and may be moved. */
function framedOf({ document, selection, boxes }: ToolContext): readonly Framed[] {
  return elementsOf(document, selection).flatMap((element) => {
    const box = boxes.get(element.id);
    return box === undefined || element.isLocked ? [] : [{ element, box }];
  });
}

/** What was taken hold of, as it was then and by the ids of now: saved as new meanwhile, all has others. */
function heldOf({ framed }: Pulled, context: ToolContext): readonly Framed[] {
  const ids = new Set(context.document.elements.map(({ id }) => id));
  const here = framed.filter(({ element }) => ids.has(element.id));
  const now = framedOf(context);
  if (here.length > 0 || now.length !== framed.length) return here;
  return framed.map(({ element, box }, at) => ({ element: { ...element, id: now[at]?.element.id ?? element.id }, box }));
}

/** null: what was pressed is locked, so a drag from there selects, as from the canvas. */
function pulledOf(context: ToolContext, hit: Hit): Pulled | null {
  const { document, selection, boxes } = context;
  const chosen = new Set(selection);
  const framed = framedOf(context);
  const frame = unionOf(framed.map(({ box }) => box));
  const drawn = unionOf(framed.map(({ box }) => box.drawn));
  if (frame === null || drawn === null || (hit.on === "elements" && !framed.some(({ element }) => hit.ids.includes(element.id))))
    return null;
  const others = document.elements
    .filter(({ id, isVisible }) => isVisible && !chosen.has(id))
    .flatMap(({ id }) => boxes.get(id)?.drawn ?? []);
  return { framed, frame, drawn, targets: snapTargets(others) };
}

type Moving = Extract<ToolState, { is: "moving" }>;

function move(state: Moving, { at, shift, free }: PointerStep, { perScreenPx }: ToolContext): Moving {
  const { start, pulled } = state;
  const [wayX, wayY] = [Math.round(at.xPx - start.xPx), Math.round(at.yPx - start.yPx)];
  const isAcross = Math.abs(wayX) >= Math.abs(wayY);
  const [byX, byY] = shift ? (isAcross ? [wayX, 0] : [0, wayY]) : [wayX, wayY];
  const snap = free ? null : snapMove(movedBy(pulled.drawn, byX, byY), pulled.targets, SNAP_SCREEN_PX * perScreenPx);
  const limited = limitMove(
    pulled.framed,
    byX + (shift && !isAcross ? 0 : (snap?.byXPx ?? 0)),
    byY + (shift && isAcross ? 0 : (snap?.byYPx ?? 0)),
  );
  const [byXPx, byYPx] = [Math.round(limited.byXPx), Math.round(limited.byYPx)];
  return { ...state, byXPx, byYPx, guides: free ? [] : guidesOf(movedBy(pulled.drawn, byXPx, byYPx), pulled.targets) };
}

type Resizing = Extract<ToolState, { is: "resizing" }>;

function resize(state: Resizing, { at, free }: PointerStep, context: ToolContext): Resizing {
  const { start, pulled, handle } = state;
  const way = { xPx: at.xPx - start.xPx, yPx: at.yPx - start.yPx };
  const snapped = free
    ? { pulled: way, guides: [] }
    : snapPull(pulled.frame, handle, way, pulled.targets, SNAP_SCREEN_PX * context.perScreenPx);
  return { ...state, fields: resized(heldOf(pulled, context), handle, snapped.pulled), guides: snapped.guides };
}
