import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, type ReactNode } from "react";

export interface ScrollRowsProps {
  count: number;
  rowPx: number;
  keyOf: (index: number) => string | number;
  children: (index: number) => ReactNode;
  onNearEnd?: (() => void) | undefined;
  label: string;
  className: string;
}

const NEAR_END_ROWS = 30;

/** Rows of one height in a scroll of their own, as a dialog has it; only those near what is shown exist. */
export function ScrollRows({ count, rowPx, keyOf, children, onNearEnd, label, className }: ScrollRowsProps) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count,
    estimateSize: () => rowPx,
    overscan: 8,
    getItemKey: keyOf,
    getScrollElement: () => scrollRef.current,
  });
  const visible = rows.getVirtualItems();
  const isNearEnd = (visible.at(-1)?.index ?? 0) >= count - NEAR_END_ROWS;
  useEffect(() => {
    if (isNearEnd) onNearEnd?.();
  }, [isNearEnd, onNearEnd]);
  return (
    <div ref={scrollRef} className={className}>
      <div role="list" aria-label={label} className="relative" style={{ height: rows.getTotalSize() }}>
        {visible.map((item) => (
          <div key={item.key} role="presentation" className="absolute inset-x-0 top-0" style={{ transform: `translateY(${item.start}px)` }}>
            {children(item.index)}
          </div>
        ))}
      </div>
    </div>
  );
}
