import { type PointerEvent, type RefObject, useState } from "react";

export interface LayerDrag {
  readonly from: number;
  /** The gap it would be dropped into: 0 is above the first row. */
  readonly gap: number;
}

/** The gap between rows that is nearest to a height on the screen. */
function gapAt(list: HTMLElement, clientY: number): number {
  const rows = [...list.children].map((row) => row.getBoundingClientRect());
  const below = rows.findIndex(({ top, height }) => clientY < top + height / 2);
  return below === -1 ? rows.length : below;
}

/** Dragging rows of a list by their handles, by mouse, pen or finger. `onMove(from, to)`: the row shall stand at `to`. */
export function useLayerDrag(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<LayerDrag | null>(null);
  const end = (isDropped: boolean) => {
    if (drag && isDropped) onMove(drag.from, drag.gap > drag.from ? drag.gap - 1 : drag.gap);
    setDrag(null);
  };
  const handle = (index: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from: index, gap: index });
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (drag && list.current) setDrag({ ...drag, gap: gapAt(list.current, event.clientY) });
    },
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
  });
  return { drag, handle };
}
