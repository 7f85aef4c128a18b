import { IconButton } from "@nightjar/ui";
import { Layers as LayersIcon, ListChecks } from "lucide-react";
import { type MouseEvent, useMemo, useRef, useState } from "react";
import type { DesignerState } from "../kernel/types.ts";
import { sameList, useDesign, useStore } from "../use-design.ts";
import { type Layer, LayerRow } from "./layer-row.tsx";
import { PanelCard } from "./panel-card.tsx";
import { useLayerDrag } from "./use-layer-drag.ts";

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
  const list = useRef<HTMLUListElement>(null);
  const [isSeveral, setSeveral] = useState(false);

  const move = (from: number, to: number) => {
    const ids = layers.map(({ id }) => id);
    const [id] = ids.splice(from, 1);
    if (id === undefined || to < 0 || to >= layers.length || to === from) return;
    ids.splice(to, 0, id);
    designer.reorder(ids.toReversed());
  };
  const { drag, handle } = useLayerDrag(list, move);

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
  const markOf = (index: number) => {
    if (!drag || drag.gap === drag.from || drag.gap === drag.from + 1) return null;
    if (drag.gap === index) return "above";
    return drag.gap === layers.length && index === layers.length - 1 ? "below" : null;
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
      <ul ref={list} aria-label="Layers" className="-mx-1 flex max-h-72 flex-col pointer-coarse:max-h-none overflow-y-auto">
        {layers.map((layer, index) => (
          <LayerRow
            key={layer.id}
            layer={layer}
            isSelected={selected.has(layer.id)}
            isDragged={drag?.from === index}
            mark={markOf(index)}
            handle={handle(index)}
            onSelect={(event) => select(event, index)}
            onHover={(isOver) => designer.hover(isOver ? layer.id : null)}
            onMove={(step) => move(index, index + step)}
            onRename={(name) => designer.set([layer.id], { name }, "Rename")}
            onToggle={(field) => designer.set([layer.id], { [field]: !layer[field] }, field === "isVisible" ? "Visibility" : "Lock")}
          />
        ))}
      </ul>
    </PanelCard>
  );
}
