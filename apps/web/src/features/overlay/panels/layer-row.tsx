import type { ElementId, ElementType } from "@nightjar/contract";
import { cn, IconButton, isComposing } from "@nightjar/ui";
import { Eye, EyeOff, GripVertical, Lock, LockOpen } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, useState } from "react";
import { actionFor, type KeyTable } from "../../../lib/keys.ts";
import { useDragRow } from "../../../layout/drag-rows.tsx";
import { OTHER_ICON, TYPE_ICONS } from "../element-types.ts";
import { LAYER_HANDLE_KEYS, LAYER_KEYS } from "./layer-keys.ts";

/** What a row shows of an element. */
export interface Layer {
  readonly id: ElementId;
  readonly name: string;
  readonly type: ElementType;
  readonly isVisible: boolean;
  readonly isLocked: boolean;
}

export interface LayerRowProps {
  layer: Layer;
  /** From the top. */
  index: number;
  isSelected: boolean;
  onSelect: (event: MouseEvent) => void;
  onHover: (isOver: boolean) => void;
  onMove: (step: 1 | -1) => void;
  onRename: (name: string) => void;
  onToggle: (field: "isVisible" | "isLocked") => void;
}

function RenameField({ name, onRename, onClose }: { name: string; onRename: (name: string) => void; onClose: () => void }) {
  return (
    <input
      autoFocus
      dir="auto"
      aria-label={`Name of ${name}`}
      className="control control-compact min-w-0 flex-1"
      defaultValue={name}
      maxLength={200}
      onFocus={(event) => event.target.select()}
      onBlur={(event) => {
        const typed = event.target.value.trim();
        if (typed !== "" && typed !== name) onRename(typed);
        onClose();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (isComposing(event.nativeEvent)) return;
        if (event.key === "Escape") event.currentTarget.value = name;
        if (event.key === "Escape" || event.key === "Enter") event.currentTarget.blur();
      }}
    />
  );
}

/** One layer: select, show or hide, lock, move by its handle, rename by double click or F2. */
export function LayerRow(props: LayerRowProps) {
  const { layer, index, isSelected, onSelect, onHover, onMove, onRename, onToggle } = props;
  const { row, handle, isDragged, place } = useDragRow(layer.id, index);
  const [isRenaming, setRenaming] = useState(false);
  const Icon = TYPE_ICONS[layer.type] ?? OTHER_ICON;
  const byKey = (event: KeyboardEvent, table: KeyTable<"up" | "down" | "rename">) => {
    const action = actionFor(table, event);
    if (action === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (action === "rename") return setRenaming(true);
    const { currentTarget } = event;
    onMove(action === "up" ? -1 : 1);
    // The row may have been put elsewhere in the list, which takes the focus off it.
    requestAnimationFrame(() => currentTarget instanceof HTMLElement && currentTarget.focus());
  };
  return (
    <li
      ref={row}
      onPointerEnter={() => onHover(true)}
      onPointerLeave={() => onHover(false)}
      className={cn(
        "group relative flex items-center rounded-lg pr-0.5",
        isSelected ? "bg-moon/15" : "hover:bg-raised",
        isDragged && "opacity-40",
      )}
    >
      <button
        type="button"
        aria-label={`Move ${layer.name}; use the arrow keys`}
        className="grid h-8 w-5 shrink-0 cursor-grab touch-none place-items-center rounded text-dim opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:h-11 pointer-coarse:w-8 pointer-coarse:opacity-100"
        onKeyDown={(event) => byKey(event, LAYER_HANDLE_KEYS)}
        {...handle}
      >
        <GripVertical aria-hidden className="size-3.5" />
      </button>
      {isRenaming ? (
        <RenameField name={layer.name} onRename={onRename} onClose={() => setRenaming(false)} />
      ) : (
        <button
          type="button"
          aria-pressed={isSelected}
          aria-label={`Select ${layer.name}`}
          onClick={onSelect}
          onDoubleClick={() => setRenaming(true)}
          onKeyDown={(event) => byKey(event, LAYER_KEYS)}
          className={cn(
            "flex h-8 min-w-0 flex-1 items-center gap-2 rounded-lg px-1 text-left text-[0.8125rem] -outline-offset-2 pointer-coarse:h-11",
            layer.isVisible ? "text-ink" : "text-dim",
          )}
        >
          <Icon aria-hidden className="size-4 shrink-0 text-dim" />
          <span dir="auto" className="truncate">
            {layer.name}
          </span>
        </button>
      )}
      <IconButton
        size="tool"
        label={layer.isLocked ? `Unlock ${layer.name}` : `Lock ${layer.name}`}
        icon={layer.isLocked ? <Lock className="text-moon" /> : <LockOpen />}
        className={cn(
          "w-7 [&_svg]:size-3.5",
          !layer.isLocked && "opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100",
        )}
        onClick={() => onToggle("isLocked")}
      />
      <IconButton
        size="tool"
        label={layer.isVisible ? `Hide ${layer.name}` : `Show ${layer.name}`}
        icon={layer.isVisible ? <Eye /> : <EyeOff />}
        className="w-7 [&_svg]:size-3.5"
        onClick={() => onToggle("isVisible")}
      />
      {place}
    </li>
  );
}
