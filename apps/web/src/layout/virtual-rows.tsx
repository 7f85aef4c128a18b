import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";

export interface VirtualRowsProps {
  count: number;
  rowPx: number;
  keyOf: (index: number) => string | number;
  children: (index: number) => ReactNode;
  /** Called when the end of what is there comes near the screen. */
  onNearEnd?: (() => void) | undefined;
  role?: "rowgroup" | "list";
  label?: string;
}

const NEAR_END_ROWS = 30;

/** Rows of one height in the page's own scroll; only those near the screen exist. */
export function VirtualRows({ count, rowPx, keyOf, children, onNearEnd, role = "rowgroup", label }: VirtualRowsProps) {
  const listRef = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const list = listRef.current;
    if (!list) return;
    const measure = () => setScrollMargin(list.getBoundingClientRect().top + scrollY);
    measure();
    // What stands above the list may grow or go away.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const rows = useWindowVirtualizer({ count, estimateSize: () => rowPx, overscan: 12, scrollMargin, getItemKey: keyOf });
  const visible = rows.getVirtualItems();
  const isNearEnd = (visible.at(-1)?.index ?? 0) >= count - NEAR_END_ROWS;
  useEffect(() => {
    if (isNearEnd) onNearEnd?.();
  }, [isNearEnd, onNearEnd]);
  return (
    <div ref={listRef} role={role} aria-label={label} className="relative" style={{ height: rows.getTotalSize() }}>
      {visible.map((item) => (
        <div
          key={item.key}
          role="presentation"
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${item.start - scrollMargin}px)` }}
        >
          {children(item.index)}
        </div>
      ))}
    </div>
  );
}
