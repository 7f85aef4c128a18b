import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { ShownRows, type RowsProps } from "./shown-rows.tsx";

export interface ScrollRowsProps extends RowsProps {
  label: string;
  className: string;
}

/** Rows in a scroll of their own, as a dialog has it. */
export function ScrollRows({ rowPx, keyOf, className, ...shown }: ScrollRowsProps) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: shown.count,
    estimateSize: () => rowPx,
    overscan: 8,
    getItemKey: keyOf,
    getScrollElement: () => scrollRef.current,
  });
  return (
    <div ref={scrollRef} className={className}>
      <ShownRows {...shown} rows={rows} role="list" />
    </div>
  );
}
