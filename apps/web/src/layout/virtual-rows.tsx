import { defaultRangeExtractor, useWindowVirtualizer, type Range } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { useDraggedIndex } from "./dragged.ts";
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
  const dragged = useDraggedIndex();
  const rangeExtractor = useCallback((range: Range) => withDragged(defaultRangeExtractor(range), dragged), [dragged]);
  const rows = useWindowVirtualizer({
    ...{ count: shown.count, estimateSize: () => rowPx, overscan: 12, rangeExtractor },
    ...{ scrollMargin: startPx, getItemKey: keyOf },
  });
  return <ShownRows {...shown} ref={listRef} rows={rows} role={role} startPx={startPx} />;
}

/** A row that is dragged out of sight and away from the page would take its drag with it. */
const withDragged = (shown: readonly number[], dragged: number | null) =>
  dragged === null || shown.includes(dragged) ? [...shown] : [...shown, dragged].toSorted((one, other) => one - other);
