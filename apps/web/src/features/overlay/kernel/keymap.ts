import { actionFor, type Key, type KeyTable } from "../../../lib/keys.ts";
import type { OrderStep } from "./types.ts";

export type KeyAction =
  | { readonly do: "move"; readonly byXPx: number; readonly byYPx: number }
  | { readonly do: "grow"; readonly side: "width" | "size"; readonly byPx: number }
  | { readonly do: "order"; readonly step: OrderStep }
  | { readonly do: "next"; readonly by: 1 | -1 }
  | { readonly do: "zoom"; readonly to: "in" | "out" | "fit" | "full" }
  | { readonly do: "undo" | "redo" | "duplicate" | "remove" | "select-all" | "lock" | "hide" | "escape" | "edit-text" };

const BIG_STEP_PX = 10;

const arrows = (held: string, act: (x: number, y: number) => KeyAction): Record<string, KeyAction> => ({
  [`${held}ArrowLeft`]: act(-1, 0),
  [`${held}ArrowRight`]: act(1, 0),
  [`${held}ArrowUp`]: act(0, -1),
  [`${held}ArrowDown`]: act(0, 1),
});
const move =
  (stepPx: number) =>
  (x: number, y: number): KeyAction => ({ do: "move", byXPx: x * stepPx, byYPx: y * stepPx });
/** Up is larger: the screen's y runs downwards. */
const grow =
  (stepPx: number) =>
  (x: number, y: number): KeyAction =>
    x === 0 ? { do: "grow", side: "size", byPx: -y * stepPx } : { do: "grow", side: "width", byPx: x * stepPx };

/** What keys do on the stage. Copy, cut and paste come as events of the clipboard. */
export const STAGE_KEYS: KeyTable<KeyAction> = {
  of: "The canvas",
  lines: [
    { on: arrows("", move(1)), does: "Move by 1 px; with nothing selected, the view" },
    { on: arrows("Shift+", move(BIG_STEP_PX)), does: "Move by 10 px" },
    { on: arrows("Alt+", grow(1)), does: "Resize by 1 px" },
    { on: arrows("Alt+Shift+", grow(BIG_STEP_PX)), does: "Resize by 10 px" },
    { on: { Tab: { do: "next", by: 1 } }, does: "Next element, then out of the canvas" },
    { on: { "Shift+Tab": { do: "next", by: -1 } }, does: "Previous element, then out of the canvas" },
    { by: "Shift + click", does: "Add to the selection or take out of it" },
    { on: { "Mod+a": { do: "select-all" } }, does: "Select all" },
    { on: { Escape: { do: "escape" } }, does: "Cancel a drag, else select nothing" },
    { on: { Enter: { do: "edit-text" } }, does: "Edit the text, as a double click does" },
    { on: { Delete: { do: "remove" }, Backspace: { do: "remove" } }, does: "Delete" },
    { by: "Mod + C, X, V", does: "Copy, cut, paste" },
    { on: { "Mod+d": { do: "duplicate" } }, does: "Duplicate" },
    { on: { "Mod+z": { do: "undo" } }, does: "Undo" },
    { on: { "Mod+Shift+z": { do: "redo" }, "Mod+y": { do: "redo" } }, does: "Redo" },
    { on: { "]": { do: "order", step: "forward" }, BracketRight: { do: "order", step: "forward" } }, does: "Forward" },
    { on: { "[": { do: "order", step: "backward" }, BracketLeft: { do: "order", step: "backward" } }, does: "Backward" },
    { on: { "Shift+BracketRight": { do: "order", step: "front" } }, does: "To the front" },
    { on: { "Shift+BracketLeft": { do: "order", step: "back" } }, does: "To the back" },
    { on: { "Mod+Shift+l": { do: "lock" } }, does: "Lock or unlock" },
    { on: { "Mod+Shift+h": { do: "hide" } }, does: "Show or hide" },
    { by: "Alt + drag", does: "Drag without snapping" },
    { on: { "+": { do: "zoom", to: "in" }, "=": { do: "zoom", to: "in" } }, does: "Zoom in" },
    { on: { "-": { do: "zoom", to: "out" } }, does: "Zoom out" },
    { by: "Mod + wheel", does: "Zoom in and out" },
    { on: { "0": { do: "zoom", to: "fit" } }, does: "Fit the canvas" },
    { on: { "1": { do: "zoom", to: "full" } }, does: "Zoom to 100 %" },
    { by: "Space + drag, wheel", does: "Move the view" },
  ],
};

/** What a key does on the stage; null: nothing of ours. */
export const actionOf = (event: Key): KeyAction | null => actionFor(STAGE_KEYS, event);

/** What makes sense wherever the focus is on the page, not on the canvas alone. */
export const isPageWide = (action: KeyAction): boolean => ["undo", "redo", "duplicate", "lock", "hide"].includes(action.do);
