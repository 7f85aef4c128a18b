import { useCallback, useRef, useSyncExternalStore } from "react";
import type { Designer, DesignerState } from "../kernel/types.ts";

/** A part of the designer's state; the component is drawn again only when `isEqual` says that it differs. */
export function useDesigner<T>(designer: Designer, select: (state: DesignerState) => T, isEqual: (a: T, b: T) => boolean = Object.is): T {
  const last = useRef<{ readonly value: T } | null>(null);
  const getSnapshot = () => {
    const value = select(designer.getSnapshot());
    if (last.current === null || !isEqual(last.current.value, value)) last.current = { value };
    return last.current.value;
  };
  const subscribe = useCallback((listener: () => void) => designer.subscribe(listener), [designer]);
  return useSyncExternalStore(subscribe, getSnapshot);
}
