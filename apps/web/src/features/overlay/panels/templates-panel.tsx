import type { OverlayTemplate, TemplateId } from "@nightjar/contract";
import { Button } from "@nightjar/ui";
import { Plus } from "lucide-react";
import { useDeleteTemplate } from "../dialogs/use-delete-template.tsx";
import { targetOf } from "../target.ts";
import { useDesign, useStore } from "../use-design.ts";
import type { TypedDetails } from "../use-typed-details.ts";
import { PanelCard } from "./panel-card.tsx";
import { TemplateForm } from "./template-form.tsx";
import { TemplateList } from "./template-list.tsx";

export interface TemplatesPanelProps {
  templates: readonly OverlayTemplate[];
  typed: TypedDetails;
  /** The wanted one is not shown: what were typed now would be of the one that was left. */
  isInert: boolean;
  /** null: a template that is not stored yet. */
  onOpen: (id: TemplateId | null) => void;
}

/** Which template is designed, its name, and saving. */
export function TemplatesPanel({ templates, typed, isInert, onOpen }: TemplatesPanelProps) {
  const designer = useStore();
  const template = useDesign((state) => state.template);
  // Also where the template is loaded still.
  const chosenId = template?.id ?? null;
  const { dialog, ask } = useDeleteTemplate((id) => {
    const rest = templates.filter((other) => other.id !== id);
    if (id !== chosenId) return;
    // With it goes what was typed of it, and it is not seen while the next one loads.
    designer.openNew();
    typed.type({});
    onOpen(targetOf(rest, undefined));
  });
  return (
    <PanelCard title="Templates" aside={<span className="text-xs text-dim tabular-nums">{templates.length}</span>}>
      <TemplateList templates={templates} chosenId={chosenId} onChoose={onOpen} onDelete={ask} />
      <Button size="sm" variant="ghost" className="justify-start border border-dashed border-edge" onClick={() => onOpen(null)}>
        <Plus aria-hidden />
        Create New Template
      </Button>
      {!isInert && (
        <TemplateForm
          key={chosenId ?? "new"}
          template={template}
          typed={typed}
          names={templates.map(({ name }) => name)}
          onSavedAsNew={onOpen}
        />
      )}
      {dialog}
    </PanelCard>
  );
}
