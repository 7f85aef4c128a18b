import { ELEMENT_TYPES } from "@nightjar/contract";
import { addLabel, OTHER_ICON, TYPE_ICONS } from "../element-types.ts";
import { TYPE_NAMES } from "../kernel/new-element.ts";
import { useElementActions } from "../use-element-actions.ts";
import { PanelCard } from "./panel-card.tsx";

/** One button for each type of element. */
export function AddPanel() {
  const { add } = useElementActions();
  return (
    <PanelCard title="Add element">
      <div className="grid grid-cols-2 gap-1.5">
        {ELEMENT_TYPES.map((type) => {
          const Icon = TYPE_ICONS[type] ?? OTHER_ICON;
          return (
            <button
              key={type}
              type="button"
              aria-label={addLabel(type)}
              onClick={() => add(type)}
              className="flex h-8 min-w-0 items-center gap-1.5 rounded-lg border border-line bg-raised px-1.5 text-xs text-soft transition-colors hover:border-edge hover:bg-hover hover:text-ink pointer-coarse:h-11 pointer-coarse:text-sm"
            >
              <Icon aria-hidden className="size-3.5 shrink-0 text-moon" />
              <span className="truncate">{TYPE_NAMES[type]}</span>
            </button>
          );
        })}
      </div>
    </PanelCard>
  );
}
