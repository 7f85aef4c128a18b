import type { OverlayTemplate, TemplateId } from "@nightjar/contract";
import { Badge, cn, IconButton } from "@nightjar/ui";
import { Trash2 } from "lucide-react";

export interface TemplateListProps {
  templates: readonly OverlayTemplate[];
  /** null: one that is not stored yet. */
  chosenId: TemplateId | null;
  onChoose: (id: TemplateId) => void;
  onDelete: (template: OverlayTemplate) => void;
}

/** All templates, one of them chosen. */
export function TemplateList({ templates, chosenId, onChoose, onDelete }: TemplateListProps) {
  if (templates.length === 0)
    return <p className="py-1 text-[0.8125rem] text-dim">No templates yet. Add elements, then save them as one.</p>;
  return (
    <ul
      aria-label="Templates"
      className="-mx-1 flex max-h-36 flex-col [@media(min-height:60rem)]:max-h-64 pointer-coarse:max-h-none overflow-y-auto"
    >
      {templates.map((template) => {
        const isChosen = template.id === chosenId;
        return (
          <li key={template.id} className={cn("group flex items-center rounded-lg pr-0.5", isChosen ? "bg-moon/15" : "hover:bg-raised")}>
            <button
              type="button"
              aria-current={isChosen ? "true" : undefined}
              onClick={() => onChoose(template.id)}
              className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-lg px-2 text-left text-[0.8125rem] -outline-offset-2 pointer-coarse:h-11"
            >
              <span dir="auto" className="truncate">
                {template.name}
              </span>
              {template.isDefault && <Badge className="px-1.5 py-0 text-[0.6875rem]">Default</Badge>}
            </button>
            <IconButton
              size="tool"
              label={`Delete template ${template.name}`}
              icon={<Trash2 />}
              className="w-7 opacity-0 group-hover:opacity-100 hover:text-bad! focus-visible:opacity-100 pointer-coarse:opacity-100 [&_svg]:size-3.5"
              onClick={() => onDelete(template)}
            />
          </li>
        );
      })}
    </ul>
  );
}
