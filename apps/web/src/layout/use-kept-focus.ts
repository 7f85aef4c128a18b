import { type FocusEvent, type RefObject, useEffect, useRef } from "react";

interface Held {
  readonly element: Element;
  readonly row: number;
  readonly part: string;
}

export interface KeptFocus {
  /** For what stands around the rows. */
  readonly around: { readonly ref: RefObject<HTMLDivElement | null>; onFocus(event: FocusEvent): void };
  /** What had the focus goes away with what was done: the row at this place has it then. */
  giveTo(row: number): void;
}

/**
 * Keeps the focus when the row that has it goes away: the same part of the row that takes its place has it then, so that whoever works by
 * keyboard goes on from there. Rows tell their place by `data-row`, and what can be focused in them its name by `data-part`.
 */
export function useKeptFocus(rows: readonly unknown[]): KeptFocus {
  const ref = useRef<HTMLDivElement>(null);
  const held = useRef<Held | null>(null);
  useEffect(() => {
    // Not before a menu that went away with its row has tried to give the focus back.
    const timer = setTimeout(() => {
      const { current } = held;
      if (current === null || current.element.isConnected || document.activeElement !== document.body) return;
      focusOn(ref.current, Math.min(current.row, rows.length - 1), current.part);
    }, AFTER_MENU_MS);
    return () => clearTimeout(timer);
  }, [rows]);
  return {
    around: {
      ref,
      onFocus({ target, currentTarget }) {
        const row = currentTarget.contains(target) ? target.closest<HTMLElement>("[data-row]") : null;
        if (row) held.current = { element: target, row: Number(row.dataset["row"]), part: target.getAttribute("data-part") ?? HANDLE };
      },
    },
    giveTo: (row) => void setTimeout(() => focusOn(ref.current, row, HANDLE), AFTER_MENU_MS),
  };
}

const AFTER_MENU_MS = 20;
/** Every row has one. */
const HANDLE = "handle";

function focusOn(around: HTMLElement | null, row: number, part: string): void {
  const place = around?.querySelector(`[data-row="${row}"]`) ?? around?.querySelector("[data-row]");
  const found = place?.querySelector<HTMLElement>(`[data-part="${part}"]`) ?? place?.querySelector<HTMLElement>(`[data-part="${HANDLE}"]`);
  found?.focus({ preventScroll: true });
}
