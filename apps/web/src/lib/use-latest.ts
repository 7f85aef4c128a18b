import { useLayoutEffect, useRef, type RefObject } from "react";

/** What was given last, for functions that stay the same while it changes: read when something is pressed, never while drawing. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
