import { motionPriceText, type OverlayTemplate, type Stream, type TemplateId } from "@nightjar/contract";
import { Badge, Button, Dialog, Notice } from "@nightjar/ui";
import { type ReactNode, useState } from "react";
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

/** What stands for no template: nothing was chosen yet is another thing. */
const NONE = "none";
type Choice = TemplateId | typeof NONE;

interface ChoiceRowProps {
  name: string;
  isChosen: boolean;
  isInUse: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function ChoiceRow({ name, isChosen, isInUse, onChoose, children }: ChoiceRowProps) {
  return (
    <li>
      <label className="flex cursor-pointer items-center gap-3 rounded-xl border border-line p-3 has-checked:border-moon has-checked:bg-moon/10">
        <input type="radio" name="template" className="size-4 accent-moon" checked={isChosen} onChange={onChoose} aria-label={name} />
        <span className="min-w-0">
          <span className="flex items-center gap-2">
            <span className="truncate text-sm font-medium">{name}</span>
            {isInUse && <Badge>In use</Badge>}
          </span>
          {children}
        </span>
      </label>
    </li>
  );
}

export interface SelectTemplateDialogProps {
  stream: Stream;
  templates: readonly OverlayTemplate[];
  onClose: () => void;
}

/** Mounted while it is open. */
export function SelectTemplateDialog({ stream, templates, onClose }: SelectTemplateDialogProps) {
  const [chosen, setChosen] = useState<Choice | null>(null);
  const apply = useVerb(trpc.streams.update, {
    failed: updateFailed(stream, "The overlay template could not be applied"),
    done: () => notify("Overlay Template Applied", stream.title),
    shown: onClose,
  });
  return (
    <Dialog
      onClose={onClose}
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
            onClick={() => apply.run({ id: stream.id, activeOverlayTemplateId: chosen === NONE ? null : chosen })}
          >
            Apply Template
          </Button>
        </>
      }
    >
      {stream.isLive && (
        <Notice tone="warn" className="mb-3">
          The stream is live: its picture changes on air as soon as you apply.
        </Notice>
      )}
      <ul className="flex flex-col gap-2">
        <ChoiceRow
          name="No template"
          isChosen={chosen === NONE}
          isInUse={stream.activeOverlayTemplateId === null}
          onChoose={() => setChosen(NONE)}
        >
          <span className="block text-sm text-dim">The stream shows artwork, title and artist.</span>
        </ChoiceRow>
        {templates.map((template) => (
          <ChoiceRow
            key={template.id}
            name={template.name}
            isChosen={chosen === template.id}
            isInUse={template.id === stream.activeOverlayTemplateId}
            onChoose={() => setChosen(template.id)}
          >
            {template.description !== null && <span className="line-clamp-2 text-sm text-dim">{template.description}</span>}
            {chosen === template.id && <Price stream={stream} templateId={template.id} />}
          </ChoiceRow>
        ))}
      </ul>
    </Dialog>
  );
}
