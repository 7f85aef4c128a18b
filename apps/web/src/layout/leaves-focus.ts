import { useLayoutEffect, useRef } from "react";
import { focusPlace } from "./met-notice.tsx";

const AROUND = "[role=group], [role=row], li, section, main";

/** From the nearest outwards. */
function around(place: Element): readonly HTMLElement[] {
  const found = place.parentElement?.closest<HTMLElement>(AROUND);
  return found ? [found, ...around(found)] : [];
}

/** For the `ref` of what goes with what it did: the nearest of what is around, and stays, has the focus then. */
export function leavesFocus(gone: HTMLElement | null) {
  return () => {
    if (gone?.contains(document.activeElement)) focusPlace(...around(gone));
  };
}

/** The same of a button that is disabled by what it did. */
export function useFocusAround(isDone: boolean) {
  const ref = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const { current } = ref;
    // For a moment it keeps the focus.
    if (!isDone || current === null || document.activeElement !== current) return;
    current.blur();
    focusPlace(...around(current));
  }, [isDone]);
  return ref;
}
