import type { OrderStep } from "./types.ts";

/** As much of a KeyboardEvent as matters. */
export interface Key {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

export type KeyAction =
  | { readonly do: "move"; readonly byXPx: number; readonly byYPx: number }
  | { readonly do: "grow"; readonly side: "width" | "size"; readonly byPx: number }
  | { readonly do: "order"; readonly step: OrderStep }
  | { readonly do: "next"; readonly by: 1 | -1 }
  | { readonly do: "zoom"; readonly to: "in" | "out" | "fit" | "full" }
  | { readonly do: "undo" | "redo" | "duplicate" | "remove" | "select-all" | "lock" | "hide" | "escape" | "edit-text" };

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const BIG_STEP_PX = 10;

/** What a key does on the stage; null: nothing of ours. Copy, cut and paste come as events of the clipboard. */
export function actionOf(event: Key): KeyAction | null {
  const arrow = ARROWS[event.key];
  if (event.ctrlKey || event.metaKey) return event.altKey ? null : withMod(event);
  if (arrow !== undefined) {
    const stepPx = event.shiftKey ? BIG_STEP_PX : 1;
    const [x, y] = arrow;
    if (!event.altKey) return { do: "move", byXPx: x * stepPx, byYPx: y * stepPx };
    // Up is larger: the screen's y runs downwards.
    return x === 0 ? { do: "grow", side: "size", byPx: -y * stepPx } : { do: "grow", side: "width", byPx: x * stepPx };
  }
  return event.altKey ? null : plain(event);
}

function withMod({ key, shiftKey }: Key): KeyAction | null {
  switch (key.toLowerCase()) {
    case "z":
      return { do: shiftKey ? "redo" : "undo" };
    case "y":
      return { do: "redo" };
    case "d":
      return { do: "duplicate" };
    case "a":
      return { do: "select-all" };
    case "l":
      return shiftKey ? { do: "lock" } : null;
    case "h":
      return shiftKey ? { do: "hide" } : null;
    default:
      return null;
  }
}

function plain({ key, code, shiftKey }: Key): KeyAction | null {
  // By place too: on many keyboards brackets need a key that says something else here.
  if (key === "]" || key === "}" || code === "BracketRight") return { do: "order", step: shiftKey ? "front" : "forward" };
  if (key === "[" || key === "{" || code === "BracketLeft") return { do: "order", step: shiftKey ? "back" : "backward" };
  switch (key) {
    case "Delete":
    case "Backspace":
      return { do: "remove" };
    case "Escape":
      return { do: "escape" };
    case "Enter":
      return { do: "edit-text" };
    case "Tab":
      return { do: "next", by: shiftKey ? -1 : 1 };
    case "+":
    case "=":
      return { do: "zoom", to: "in" };
    case "-":
      return { do: "zoom", to: "out" };
    case "0":
      return { do: "zoom", to: "fit" };
    case "1":
      return { do: "zoom", to: "full" };
    default:
      return null;
  }
}

/** What makes sense wherever the focus is on the page, not on the canvas alone. */
export const isPageWide = (action: KeyAction): boolean => ["undo", "redo", "duplicate", "lock", "hide"].includes(action.do);
