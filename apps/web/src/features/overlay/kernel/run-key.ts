import type { ElementFields, ElementId } from "@nightjar/contract";
import { isSquare, progressWidthPx } from "./boxes.ts";
import { elementsOf } from "./document.ts";
import type { KeyAction } from "./keymap.ts";
import type { Designer } from "./types.ts";

/** What a held arrow key does is one gesture, which its release ends. */
const HELD_KEY = { move: "key-move", grow: "key-grow" } as const;
const HELD_KEYS: ReadonlySet<string> = new Set(Object.values(HELD_KEY));
export const isHeldKey = (designer: Designer): boolean => HELD_KEYS.has(designer.getSnapshot().gesture ?? "");

/** Does what a key says to the document; false: it is none of these. */
export function runKey(designer: Designer, action: KeyAction): boolean {
  const { selection, document } = designer.getSnapshot();
  switch (action.do) {
    case "move":
      if (selection.length === 0) return false;
      designer.begin(HELD_KEY.move, "Move");
      designer.nudge(action.byXPx, action.byYPx);
      return true;
    case "grow":
      if (selection.length === 0) return false;
      designer.begin(HELD_KEY.grow, "Resize");
      designer.setEach(grown(designer, action.side, action.byPx), "Resize");
      return true;
    case "order":
      designer.order(action.step);
      return true;
    case "undo":
    case "redo":
      designer[action.do]();
      return true;
    case "duplicate":
      designer.duplicate();
      return true;
    case "remove":
      if (selection.length > 0) designer.remove();
      return true;
    case "select-all":
      designer.selectAll();
      return true;
    case "lock": {
      const isLocked = elementsOf(document, selection).some((element) => !element.isLocked);
      designer.set(selection, { isLocked }, isLocked ? "Lock" : "Unlock");
      return true;
    }
    case "hide": {
      const isVisible = elementsOf(document, selection).every((element) => !element.isVisible);
      designer.set(selection, { isVisible }, isVisible ? "Show" : "Hide");
      return true;
    }
    case "next":
      return selectNext(designer, action.by);
    case "zoom":
    case "escape":
    case "edit-text":
      return false;
  }
}

function grown(designer: Designer, side: "width" | "size", byPx: number): ReadonlyMap<ElementId, Partial<ElementFields>> {
  const { selection, document } = designer.getSnapshot();
  const boxes = designer.boxes();
  const free = elementsOf(document, selection).filter(({ isLocked }) => !isLocked);
  return new Map(
    free.map((element): [ElementId, Partial<ElementFields>] => {
      if (side === "size" || isSquare(element)) return [element.id, { fontSize: element.fontSize + byPx }];
      const isBar = element.type === "progress-bar";
      const widthPx = isBar ? progressWidthPx(element) : (element.boxWidthPx ?? boxes.get(element.id)?.widthPx ?? element.fontSize);
      return [element.id, { boxWidthPx: widthPx + byPx }];
    }),
  );
}

/** From the front to the back, as the layers list reads; past the last one the focus goes on. */
function selectNext(designer: Designer, by: 1 | -1): boolean {
  const { document, selection } = designer.getSnapshot();
  const list = document.elements.toReversed();
  const last = selection.at(-1);
  const at = list.findIndex(({ id }) => id === last);
  const next = last === undefined ? (by === 1 ? list[0] : list.at(-1)) : at + by < 0 ? undefined : list[at + by];
  designer.select(next === undefined ? [] : [next.id]);
  return next !== undefined;
}
