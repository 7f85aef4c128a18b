import { IconButton } from "@nightjar/ui";
import { Layers as LayersIcon, ListChecks } from "lucide-react";
import { type MouseEvent, useMemo, useState } from "react";
import { DragRows } from "../../../layout/drag-rows.tsx";
import type { DesignerState } from "../kernel/types.ts";
import { sameList, useDesign, useStore } from "../use-design.ts";
import { type Layer, LayerRow } from "./layer-row.tsx";
import { PanelCard } from "./panel-card.tsx";

/** Front on top. */
const layersOf = ({ document }: DesignerState): readonly Layer[] => document.elements.toReversed();

const sameLayers = (before: readonly Layer[], after: readonly Layer[]): boolean =>
  before.length === after.length &&
  before.every((a, index) => {
    const b = after[index];
    return (
      a === b ||
      (b !== undefined &&
        a.id === b.id &&
        a.name === b.name &&
        a.type === b.type &&
        a.isVisible === b.isVisible &&
        a.isLocked === b.isLocked)
    );
  });

/** All elements, the one in front on top. */
export function LayersPanel() {
  const designer = useStore();
  const layers = useDesign(layersOf, sameLayers);
  const selection = useDesign((state) => state.selection, sameList);
  const selected = useMemo(() => new Set(selection), [selection]);
  const [isSeveral, setSeveral] = useState(false);

  const ids = useMemo(() => layers.map(({ id }) => id), [layers]);
  const move = (from: number, to: number) => {
    const after = [...ids];
    const [id] = after.splice(from, 1);
    if (id === undefined || to < 0 || to >= layers.length || to === from) return;
    after.splice(to, 0, id);
    designer.reorder(after.toReversed());
  };

  const select = (event: MouseEvent, index: number) => {
    const id = layers[index]?.id;
    if (id === undefined) return;
    const anchor = layers.findIndex((layer) => layer.id === selection.at(-1));
    if (event.shiftKey && anchor !== -1) {
      const range = layers.slice(Math.min(anchor, index), Math.max(anchor, index) + 1).map((layer) => layer.id);
      designer.select(range.filter((each) => each !== id).concat(id), "add");
    } else {
      designer.select([id], isSeveral || event.ctrlKey || event.metaKey ? "toggle" : "replace");
    }
  };

  return (
    <PanelCard
      title="Layers"
      aside={
        <div className="flex items-center gap-2">
          {/* What Ctrl and Shift do, where there are no keys. */}
          <IconButton
            size="tool"
            label="Select several"
            icon={<ListChecks />}
            aria-pressed={isSeveral}
            className="w-7 aria-pressed:bg-moon/15 aria-pressed:text-moon [&_svg]:size-3.5"
            onClick={() => setSeveral(!isSeveral)}
          />
          <span className="text-xs text-dim tabular-nums">{layers.length}</span>
        </div>
      }
    >
      {layers.length === 0 && (
        <p className="flex items-center gap-2 py-2 text-[0.8125rem] text-dim">
          <LayersIcon aria-hidden className="size-4 shrink-0" />
          No elements yet. Add one above.
        </p>
      )}
      <DragRows ids={ids} onMove={move}>
        <ul aria-label="Layers" className="-mx-1 flex max-h-72 flex-col pointer-coarse:max-h-none overflow-y-auto">
          {layers.map((layer, index) => (
            <LayerRow
              key={layer.id}
              layer={layer}
              isSelected={selected.has(layer.id)}
              index={index}
              onSelect={(event) => select(event, index)}
              onHover={(isOver) => designer.hover(isOver ? layer.id : null)}
              onMove={(step) => move(index, index + step)}
              onRename={(name) => designer.set([layer.id], { name }, "Rename")}
              onToggle={(field) => designer.set([layer.id], { [field]: !layer[field] }, field === "isVisible" ? "Visibility" : "Lock")}
            />
          ))}
        </ul>
      </DragRows>
    </PanelCard>
  );
}
