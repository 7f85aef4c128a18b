import type { Virtualizer } from "@tanstack/react-virtual";
import { useEffect, type ReactNode, type Ref } from "react";

/** Rows of one height, of which only those near what is shown exist. */
export interface RowsProps {
  count: number;
  rowPx: number;
  keyOf: (index: number) => string | number;
  children: (index: number) => ReactNode;
  /** Called when the end of what is there comes near what is shown. */
  onNearEnd?: (() => void) | undefined;
}

interface ShownRowsProps<Scroll extends Element | Window> extends Pick<RowsProps, "count" | "children" | "onNearEnd"> {
  rows: Virtualizer<Scroll, Element>;
  ref?: Ref<HTMLDivElement>;
  role: "rowgroup" | "list";
  label?: string | undefined;
  /** Where the list begins in its scroll. */
  startPx?: number;
}

const NEAR_END_ROWS = 30;

export function ShownRows<Scroll extends Element | Window>(props: ShownRowsProps<Scroll>) {
  const { rows, count, children, onNearEnd, ref, role, label, startPx = 0 } = props;
  const visible = rows.getVirtualItems();
  const isNearEnd = (visible.at(-1)?.index ?? 0) >= count - NEAR_END_ROWS;
  useEffect(() => {
    if (isNearEnd) onNearEnd?.();
  }, [isNearEnd, onNearEnd]);
  return (
    <div ref={ref} role={role} aria-label={label} className="relative" style={{ height: rows.getTotalSize() }}>
      {visible.map(({ key, start, index }) => (
        <div key={key} role="presentation" className="absolute inset-x-0 top-0" style={{ transform: `translateY(${start - startPx}px)` }}>
          {children(index)}
        </div>
      ))}
    </div>
  );
}
