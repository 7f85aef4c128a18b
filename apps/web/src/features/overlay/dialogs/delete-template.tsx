import { type OverlayTemplate, type TemplateId, templateId } from "@nightjar/contract";
import { ConfirmDialog } from "@nightjar/ui";
import { TRPCClientError } from "@trpc/client";
import { type ReactNode, useState } from "react";
import { z } from "zod";
import { complain, complainOf, notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";

/** Specification: the destructive notice that lists the streams. */
function complainOfUse(titles: readonly string[]): void {
  complain("Cannot Delete Template", `The template is used by ${titles.join(", ")}; remove it from them first.`);
}

const refusal = z.object({ appCode: z.literal("conflict"), details: z.object({ streams: z.array(z.string()) }) });

function failed(error: unknown): void {
  const parsed = refusal.safeParse(error instanceof TRPCClientError ? error.data : null);
  if (parsed.success) complainOfUse(parsed.data.details.streams);
  else complainOf(error, ["Error", "Failed to delete template. Please try again.", "always"]);
}

export interface DeleteTemplateDialogProps {
  template: OverlayTemplate;
  onDeleted?: (id: TemplateId) => void;
  onClose: () => void;
}

/** Mounted while it is open. */
export function DeleteTemplateDialog({ template, onDeleted, onClose }: DeleteTemplateDialogProps) {
  const utils = trpc.useUtils();
  const remove = useVerb(trpc.overlays.deleteTemplate, {
    failed,
    done(_nothing, { id: deletedId }) {
      const id = templateId.parse(deletedId);
      utils.overlays.templates.setData(undefined, (before) => before?.filter((one) => one.id !== id));
      notify("Template deleted", template.name);
      onDeleted?.(id);
    },
    settled: onClose,
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete Template"
      text={`Delete "${template.name}" with all its elements? This cannot be undone.`}
      confirmLabel="Delete"
      busy={remove.isPending}
      onConfirm={() => remove.run({ id: template.id })}
    />
  );
}

/** Deletes a template that no stream uses, after asking. `ask` begins it; `dialog` is to be drawn somewhere. */
export function useDeleteTemplate(onDeleted: (id: TemplateId) => void): { ask: (template: OverlayTemplate) => void; dialog: ReactNode } {
  const utils = trpc.useUtils();
  const [asked, setAsked] = useState<OverlayTemplate | null>(null);
  const ask = async (template: OverlayTemplate) => {
    try {
      const streams = await utils.overlays.templateUsage.fetch({ id: template.id }, { staleTime: 0 });
      if (streams.length > 0) complainOfUse(streams.map(({ title }) => title));
      else setAsked(template);
    } catch (error) {
      failed(error);
    }
  };
  const dialog = asked && <DeleteTemplateDialog template={asked} onDeleted={onDeleted} onClose={() => setAsked(null)} />;
  return { ask: (template) => void ask(template), dialog };
}
