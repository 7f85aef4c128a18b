import { motionPriceText, type OverlayTemplate, type Stream, type TemplateId } from "@nightjar/contract";
import { Badge, Button, Dialog, EmptyState } from "@nightjar/ui";
import { Layers } from "lucide-react";
import { useState } from "react";
import { notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { updateFailed } from "../state/update-failed.ts";

/** What a template costs this stream, before it is chosen: a scene that moves is rendered for the whole of every track. */
function Price({ stream, templateId }: { stream: Stream; templateId: TemplateId }) {
  const { data, isError } = trpc.streams.motionPrice.useQuery({ id: stream.id, templateId });
  if (isError) return <span className="block text-sm text-dim">What it costs in disk and rendering could not be read.</span>;
  return (
    <span aria-live="polite" className="block text-sm text-soft">
      {data ? motionPriceText(data) : "Counting what it costs..."}
    </span>
  );
}

export interface SelectTemplateDialogProps {
  stream: Stream;
  templates: readonly OverlayTemplate[];
  onClose: () => void;
}

/** Mounted while it is open. */
export function SelectTemplateDialog({ stream, templates, onClose }: SelectTemplateDialogProps) {
  const [chosen, setChosen] = useState<TemplateId | null>(null);
  const apply = useVerb(trpc.streams.update, {
    failed: updateFailed(stream, "The overlay template could not be applied"),
    done: () => notify("Overlay Template Applied", stream.title),
    shown: onClose,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      locked={apply.isPending}
      title="Select Template"
      footer={
        <>
          <Button disabled={apply.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={apply.isPending}
            disabled={chosen === null}
            onClick={() => apply.run({ id: stream.id, activeOverlayTemplateId: chosen })}
          >
            Apply Template
          </Button>
        </>
      }
    >
      {templates.length === 0 && (
        <EmptyState icon={<Layers />} title="No templates yet" text="Until there is one, the stream shows artwork, title and artist." />
      )}
      <ul className="flex flex-col gap-2">
        {templates.map((template) => (
          <li key={template.id}>
            <label className="flex cursor-pointer items-center gap-3 rounded-xl border border-line p-3 has-checked:border-moon has-checked:bg-moon/10">
              <input
                type="radio"
                name="template"
                className="size-4 accent-moon"
                checked={chosen === template.id}
                onChange={() => setChosen(template.id)}
                aria-label={template.name}
              />
              <span className="min-w-0">
                <span className="flex items-center gap-2">
                  <span className="truncate text-sm font-medium">{template.name}</span>
                  {template.id === stream.activeOverlayTemplateId && <Badge>In use</Badge>}
                </span>
                {template.description !== null && <span className="line-clamp-2 text-sm text-dim">{template.description}</span>}
                {chosen === template.id && <Price stream={stream} templateId={template.id} />}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
