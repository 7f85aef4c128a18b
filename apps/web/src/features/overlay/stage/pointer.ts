import { hitAt } from "../kernel/hit.ts";
import type { Point } from "../kernel/geometry.ts";
import { type Hit, IDLE, type Plan, type PointerStep, type ToolContext, type ToolState, turn } from "../kernel/tool.ts";
import type { Designer } from "../kernel/types.ts";
import { toCanvas } from "../kernel/viewport.ts";
import type { ViewportStore } from "./viewport-store.ts";

export interface PointerOptions {
  readonly designer: Designer;
  readonly viewport: ViewportStore;
  /** Takes the pointer and the focus. */
  readonly surface: HTMLElement;
  readonly show: (tool: ToolState) => void;
  /** While it is held, a drag moves the view. */
  readonly isPanKeyHeld: () => boolean;
  readonly onDoubleClick: (hit: Hit) => void;
}

export interface PointerTool {
  /** As if the gesture had never begun; false: there was none. */
  cancel(): boolean;
  destroy(): void;
}

const REACH_PX = { mouse: 8, touch: 18 } as const;
const CURSORS: Readonly<Record<string, string>> = {
  "top-left": "nwse-resize",
  "bottom-right": "nwse-resize",
  "top-right": "nesw-resize",
  "bottom-left": "nesw-resize",
  left: "ew-resize",
  right: "ew-resize",
};

/** Feeds the pointer to the tool, once a frame, and does what it plans. */
export function createPointerTool(options: PointerOptions): PointerTool {
  const { designer, viewport, surface, show } = options;
  const view = surface.ownerDocument.defaultView;
  const ends = new AbortController();
  let tool: ToolState = IDLE;
  let held: number | null = null;
  let origin = { xPx: 0, yPx: 0 };
  let pending: PointerEvent | null = null;
  let asked = 0;

  const measureOrigin = () => {
    const { left, top } = surface.getBoundingClientRect();
    origin = { xPx: left, yPx: top };
  };
  const pointOf = (event: MouseEvent): Point =>
    toCanvas(viewport.get(), { xPx: event.clientX - origin.xPx, yPx: event.clientY - origin.yPx });
  const context = (): ToolContext => {
    const { document, selection } = designer.getSnapshot();
    return { document, selection, boxes: designer.boxes(), perScreenPx: 1 / viewport.get().scale };
  };
  const hit = (event: MouseEvent & { pointerType?: string }): Hit => {
    const { document, selection, boxes, perScreenPx } = context();
    const reach = event.pointerType === "touch" ? REACH_PX.touch : REACH_PX.mouse;
    return hitAt(pointOf(event), document, selection, boxes, reach * perScreenPx);
  };
  const run = (plan: Plan) => {
    if (plan.do === "select") designer.select(plan.ids);
    else if (plan.do === "move") designer.setEach(plan.fields, "Move");
    else {
      designer.begin("pointer-resize", "Resize");
      designer.setEach(plan.fields, "Resize");
      if (plan.isLast) designer.commit();
    }
  };
  const step = (type: PointerStep["type"], event: PointerEvent, under: Hit) => {
    const { shiftKey: shift, altKey: free } = event;
    const next = turn(tool, { type, at: pointOf(event), hit: under, shift, free }, context());
    tool = next.state;
    for (const plan of next.plans) run(plan);
    show(tool);
  };
  const flush = () => {
    asked = 0;
    const event = pending;
    pending = null;
    if (event !== null && held === event.pointerId) step("move", event, { on: "canvas" });
  };
  const hover = (event: PointerEvent) => {
    const under = hit(event);
    designer.hover(under.on === "elements" && under.ids.length === 1 ? (under.ids[0] ?? null) : null);
    surface.style.cursor = options.isPanKeyHeld()
      ? "grab"
      : under.on === "handle"
        ? (CURSORS[under.handle] ?? "")
        : under.on === "elements"
          ? "move"
          : "";
  };
  const listen = <Name extends keyof HTMLElementEventMap>(name: Name, run: (event: HTMLElementEventMap[Name]) => void) =>
    surface.addEventListener(name, run, { signal: ends.signal });

  listen("pointerenter", measureOrigin);
  listen("pointerdown", (event) => {
    if (event.button !== 0 || held !== null || options.isPanKeyHeld()) return;
    measureOrigin();
    surface.setPointerCapture(event.pointerId);
    held = event.pointerId;
    designer.commit();
    step("down", event, hit(event));
  });
  listen("pointermove", (event) => {
    if (held === null) return event.pointerType === "touch" ? undefined : hover(event);
    if (held !== event.pointerId) return;
    pending = event;
    if (asked === 0 && view !== null) asked = view.requestAnimationFrame(flush);
  });
  listen("pointerup", (event) => {
    if (held !== event.pointerId) return;
    flush();
    held = null;
    step("up", event, { on: "canvas" });
  });
  listen("pointerleave", () => designer.hover(null));
  listen("dblclick", (event) => {
    measureOrigin();
    options.onDoubleClick(hit(event));
  });
  const cancel = () => {
    const wasActive = tool.is !== "idle" && tool.is !== "pressing";
    if (tool.is === "resizing") designer.cancel();
    tool = IDLE;
    held = null;
    show(tool);
    return wasActive;
  };
  listen("pointercancel", cancel);
  listen("lostpointercapture", (event) => {
    if (held === event.pointerId) cancel();
  });

  return {
    cancel,
    destroy() {
      ends.abort();
      view?.cancelAnimationFrame(asked);
    },
  };
}
