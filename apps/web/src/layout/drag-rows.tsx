import {
  closestCenter,
  DndContext,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
  type Announcements,
} from "@dnd-kit/core";
import { useCallback, type ReactNode } from "react";

const DRAG_BEGINS_PX = 4;
/** Who has the rows says what happened to them, for the arrow keys too. */
const SILENT: Announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};
const ACCESSIBILITY = { announcements: SILENT, screenReaderInstructions: { draggable: "" } };
/** The same object each time: of other ones the rows would all be drawn anew. */
const BY_POINTER = { activationConstraint: { distance: DRAG_BEGINS_PX } };

export interface DragRowsProps {
  /** Of the rows, in their order. */
  ids: readonly string[];
  /** The row shall stand at `to`. */
  onMove: (from: number, to: number) => void;
  children: ReactNode;
}

/** Around rows that are dragged by their handles, by mouse, pen or finger; Escape gives a drag up. */
export function DragRows({ ids, onMove, children }: DragRowsProps) {
  const sensors = useSensors(useSensor(PointerSensor, BY_POINTER));
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={ACCESSIBILITY}
      onDragEnd={({ active, over }) => {
        // By now somebody else may have taken one of them away.
        const [from, to] = [ids.indexOf(String(active.id)), ids.indexOf(String(over?.id))];
        if (from !== -1 && to !== -1 && from !== to) onMove(from, to);
      }}
    >
      {children}
    </DndContext>
  );
}

/** One row: where its refs and listeners go, and what it shows meanwhile. */
export function useDragRow(id: string, index: number) {
  const { setNodeRef: setDragged, setActivatorNodeRef, listeners, isDragging } = useDraggable({ id, data: { index } });
  const { setNodeRef: setUnder, isOver, active } = useDroppable({ id });
  const row = useCallback(
    (node: HTMLElement | null) => {
      setDragged(node);
      setUnder(node);
    },
    [setDragged, setUnder],
  );
  const from: unknown = active?.data.current?.["index"];
  const mark = !isOver || typeof from !== "number" || from === index ? null : from < index ? ("below" as const) : ("above" as const);
  return { row, handle: { ref: setActivatorNodeRef, ...listeners }, isDragged: isDragging, mark };
}

/** The line where what is dragged would come to lie; its row is positioned. */
export const markLook = {
  above: "before:absolute before:inset-x-1 before:-top-px before:h-0.5 before:rounded before:bg-moon before:content-['']",
  below: "before:absolute before:inset-x-1 before:-bottom-px before:h-0.5 before:rounded before:bg-moon before:content-['']",
} as const;
