import { type RefObject, useEffect, useRef } from "react";

/** What went away with the focus leaves it to what is around; whoever is elsewhere stays there. */
function focusIn(place: Element | null | undefined, what: string, options?: FocusOptions): void {
  if (place && document.activeElement?.contains(place)) place.querySelector<HTMLElement>(what)?.focus(options);
}

/**
 * Whether somebody is at a place until it goes: a button that is disabled once it is pressed has the focus no more, and whoever presses
 * blank space elsewhere gives it to nothing. @returns ends it, and tells
 */
export function followFocus(place: Element): () => boolean {
  let isHere = place.contains(document.activeElement);
  const over = new AbortController();
  const note = ({ target }: Event) => {
    const dialog = target instanceof Element ? target.closest("[role$=dialog]") : null;
    // One that lies over the place is opened from where somebody is.
    if (!dialog || dialog.contains(place)) isHere = target instanceof Node && place.contains(target);
  };
  for (const kind of ["focusin", "pointerdown"]) addEventListener(kind, note, { capture: true, signal: over.signal });
  return () => {
    over.abort();
    return isHere;
  };
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
    const unfollow = followFocus(current);
    return () => {
      // A row may go with its form: what stands in its place is next, and where it was the last one what is around.
      const next = [current, rows?.children[at], section].find((one) => one?.isConnected);
      if (unfollow()) focusIn(next, "[data-part=change]", { preventScroll: true });
    };
  }, [isOpen]);
  return place;
}
