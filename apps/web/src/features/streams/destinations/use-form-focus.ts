import { type RefObject, useEffect, useRef } from "react";

/** What went away with the focus leaves it to what is around; whoever is elsewhere stays there. */
function focusIn(place: Element | null | undefined, what: string): void {
  if (place && document.activeElement?.contains(place)) place.querySelector<HTMLElement>(what)?.focus();
}

/** The place of a form that a press opens: the form has the focus then, and what opens it once it is closed. */
export function useFormFocus<Place extends HTMLElement>(isOpen: boolean): RefObject<Place | null> {
  const place = useRef<Place>(null);
  useEffect(() => {
    const { current } = place;
    if (!isOpen || current === null) return;
    const { parentElement: rows } = current;
    const at = [...(rows?.children ?? [])].indexOf(current);
    const section = current.closest("section");
    focusIn(current, "form select");
    return () => {
      // A row may go with its form: what stands in its place is next, and where it was the last one what is around.
      const next = [current, rows?.children[at], section].find((one) => one?.isConnected);
      focusIn(next, "[data-part=change]");
    };
  }, [isOpen]);
  return place;
}
