import type { ElementId } from "@nightjar/contract";
import { createListeners } from "@nightjar/kit";
import { elementOf } from "../kernel/document.ts";
import { centerXOf, centerYOf, type Point } from "../kernel/geometry.ts";
import { selectionFrame } from "../kernel/hit.ts";
import type { KeyAction } from "../kernel/keymap.ts";
import type { Designer } from "../kernel/types.ts";
import { createController, type StageController, type StageParts } from "./controller.ts";
import { type Deed, listenToKeys } from "./keys.ts";
import type { StageScene } from "./measure.ts";
import { createPanning } from "./pan.ts";
import { createPointerTool, type PointerTool } from "./pointer.ts";
import type { ViewportStore } from "./viewport-store.ts";

/** Everything of the stage that works outside React. */
export interface StageMachine {
  /** The callback ref of the stage's outermost element. */
  readonly mount: (root: HTMLElement | null) => (() => void) | undefined;
  readonly setScene: (scene: StageScene) => void;
  readonly onDeed: (tell: (deed: Deed) => void) => void;
  readonly focus: () => void;
  /** Elements may have got other boxes when this is another number. */
  readonly measured: () => number;
  readonly subscribe: (listener: () => void) => () => void;
}

const PAN_STEP_PX = 32;
const EDITABLE = ["text", "social-stats"];

export function createStageMachine(designer: Designer, viewport: ViewportStore): StageMachine {
  const listeners = createListeners();
  let measured = 0;
  let scene: StageScene | null = null;
  let tell: (deed: Deed) => void = () => undefined;
  let mounted: { readonly surface: HTMLElement; readonly controller: StageController; readonly pointer: PointerTool } | null = null;
  let isPanKeyHeld = false;

  const onMeasured = () => {
    measured += 1;
    listeners.tell();
  };
  const editText = (id: ElementId | undefined): boolean => {
    const element = id === undefined ? undefined : elementOf(designer.getSnapshot().document, id);
    if (element === undefined || !EDITABLE.includes(element.type)) return false;
    designer.write(element.id);
    return true;
  };
  const act = (action: KeyAction): boolean => {
    if (action.do === "escape") {
      if (mounted?.pointer.cancel() !== true) designer.select([]);
      return true;
    }
    if (action.do === "edit-text") return editText(designer.getSnapshot().selection.at(-1));
    if (action.do === "move" && designer.getSnapshot().selection.length === 0) {
      viewport.pan(-action.byXPx * PAN_STEP_PX, -action.byYPx * PAN_STEP_PX);
      return true;
    }
    if (action.do !== "zoom") return false;
    if (action.to === "fit") viewport.fit();
    else if (action.to === "full") viewport.full(middleOf(designer));
    else viewport.step(action.to === "in" ? 1 : -1);
    return true;
  };
  const mount = (root: HTMLElement | null) => {
    if (root === null) return undefined;
    const { surface, ...parts } = partsOf(root);
    const holdPan = (isHeld: boolean) => {
      isPanKeyHeld = isHeld;
      surface.style.cursor = isHeld ? "grab" : "";
    };
    const controller = createController(designer, viewport, parts, onMeasured);
    const pointer = createPointerTool({
      ...{ designer, viewport, surface, show: controller.show },
      isPanKeyHeld: () => isPanKeyHeld,
      onDoubleClick: (hit) => hit.on === "elements" && editText(hit.ids[0]),
    });
    const stopPanning = createPanning(surface, viewport, () => isPanKeyHeld, pointer.cancel);
    const stopKeys = listenToKeys(designer, { surface, act, holdPan, tell: (deed) => tell(deed) });
    const sizes = new ResizeObserver(([entry]) => {
      if (entry) viewport.resize({ widthPx: entry.contentRect.width, heightPx: entry.contentRect.height });
    });
    sizes.observe(surface);
    mounted = { surface, controller, pointer };
    if (scene !== null) controller.setScene(scene);
    return () => {
      mounted = null;
      designer.write(null);
      sizes.disconnect();
      stopKeys();
      stopPanning();
      pointer.destroy();
      controller.destroy();
    };
  };

  return {
    mount,
    setScene(next) {
      scene = next;
      mounted?.controller.setScene(next);
    },
    onDeed(next) {
      tell = next;
    },
    focus: () => mounted?.surface.focus(),
    measured: () => measured,
    subscribe: listeners.subscribe,
  };
}

/** Of what is selected. */
function middleOf(designer: Designer): Point | undefined {
  const frame = selectionFrame(designer.getSnapshot().selection, designer.boxes());
  return frame === null ? undefined : { xPx: centerXOf(frame), yPx: centerYOf(frame) };
}

/** The parts are told by `data-part`. */
function partsOf(root: HTMLElement): StageParts & { readonly surface: HTMLElement } {
  const part = (name: string): HTMLElement => {
    const found = root.querySelector<HTMLElement>(`[data-part="${name}"]`);
    if (found === null) throw new Error(`the stage has no part ${name}`);
    return found;
  };
  return {
    ...{ surface: part("surface"), paper: part("paper"), sheets: part("sheets"), glass: part("glass") },
    ...{ selection: part("selection"), guides: part("guides"), marquee: part("marquee"), readout: part("readout") },
  };
}
