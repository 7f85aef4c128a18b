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
import { useState, type ReactNode } from "react";
import { DraggedIndex } from "./dragged.ts";

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
  const [dragged, setDragged] = useState<string | null>(null);
  const draggedIndex = dragged === null ? -1 : ids.indexOf(dragged);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={ACCESSIBILITY}
      onDragStart={({ active }) => setDragged(String(active.id))}
      onDragCancel={() => setDragged(null)}
      onDragEnd={({ active, over }) => {
        setDragged(null);
        // By now somebody else may have taken one of them away.
        const [from, to] = [ids.indexOf(String(active.id)), ids.indexOf(String(over?.id))];
        if (from !== -1 && to !== -1 && from !== to) onMove(from, to);
      }}
    >
      <DraggedIndex value={draggedIndex === -1 ? null : draggedIndex}>{children}</DraggedIndex>
    </DndContext>
  );
}

/** One row, which is positioned: where its ref and listeners go, and what it shows meanwhile. */
export function useDragRow(id: string, index: number) {
  const { setNodeRef, setActivatorNodeRef, listeners, isDragging, active } = useDraggable({ id, data: { index } });
  const from: unknown = active?.data.current?.["index"];
  return {
    row: setNodeRef,
    handle: { ref: setActivatorNodeRef, ...listeners },
    isDragged: isDragging,
    // Only while something is dragged: each place that comes or goes has all rows looked at, and a long list that scrolls has many.
    place: typeof from === "number" && <DropPlace {...{ id, index, from }} />,
  };
}

/** Where something can be dropped, and the line where it would come to lie. */
function DropPlace({ id, index, from }: { id: string; index: number; from: number }) {
  const { setNodeRef, isOver } = useDroppable({ id });
  const line = isOver && from !== index && (from < index ? "-bottom-px" : "-top-px");
  return (
    <div ref={setNodeRef} className="pointer-events-none absolute inset-0">
      {line && <div className={`absolute inset-x-1 h-0.5 rounded bg-moon ${line}`} />}
    </div>
  );
}
