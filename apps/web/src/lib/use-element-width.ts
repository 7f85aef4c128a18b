import { type RefObject, useLayoutEffect, useState } from "react";

/** How wide an element is, in CSS pixels; 0 before it is measured. */
export function useElementWidth(ref: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    setWidthPx(element.clientWidth);
    const observer = new ResizeObserver(() => setWidthPx(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return widthPx;
}
