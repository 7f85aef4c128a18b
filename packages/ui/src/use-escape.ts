import { useLayoutEffect, useRef } from "react";
import { isComposing } from "./is-composing.ts";

/** The dialogs that are open, the newest last. */
const stack: object[] = [];

/** Radix would close it by the Escape that an input method takes from a field in it. */
export function keepWhileComposing(event: KeyboardEvent): void {
  if (isComposing(event)) event.preventDefault();
}

/**
 * Escape closes the dialog that was opened last. Radix does so only while nothing else was opened after it, and a notice counts there:
 * the key would close the notice, and the dialog at the second press.
 */
export function useEscape(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  // With what it is drawn from: the next key may come before the browser has time for other effects, and one for the dialog below
  // must not be taken by one that is gone.
  useLayoutEffect(() => {
    latest.current = close;
  });
  useLayoutEffect(() => {
    if (!isOpen) return;
    const own = {};
    stack.push(own);
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || isComposing(event) || event.defaultPrevented || stack.at(-1) !== own) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", listen);
    return () => {
      document.removeEventListener("keydown", listen);
      stack.splice(stack.indexOf(own), 1);
    };
  }, [isOpen]);
}
