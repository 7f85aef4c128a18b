import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import { ShownRows, type RowsProps } from "./shown-rows.tsx";

export interface VirtualRowsProps extends RowsProps {
  role?: "rowgroup" | "list";
  label?: string;
}

/** Rows in the page's own scroll. */
export function VirtualRows({ rowPx, keyOf, role = "rowgroup", ...shown }: VirtualRowsProps) {
  const listRef = useRef<HTMLDivElement>(null);
  const [startPx, setStartPx] = useState(0);
  useLayoutEffect(() => {
    const list = listRef.current;
    if (!list) return;
    const measure = () => setStartPx(list.getBoundingClientRect().top + scrollY);
    measure();
    // What stands above the list may grow or go away.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const rows = useWindowVirtualizer({
    ...{ count: shown.count, estimateSize: () => rowPx, overscan: 12 },
    ...{ scrollMargin: startPx, getItemKey: keyOf },
  });
  return <ShownRows {...shown} ref={listRef} rows={rows} role={role} startPx={startPx} />;
}
