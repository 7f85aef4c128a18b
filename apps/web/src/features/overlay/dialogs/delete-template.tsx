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

/** Deletes a template that no stream uses, after asking. `ask` begins it; `dialog` is to be drawn somewhere. */
export function useDeleteTemplate(onDeleted: (id: TemplateId) => void): { ask: (template: OverlayTemplate) => void; dialog: ReactNode } {
  const utils = trpc.useUtils();
  const [asked, setAsked] = useState<OverlayTemplate | null>(null);
  const remove = useVerb(trpc.overlays.deleteTemplate, {
    failed,
    done(_nothing, { id: deletedId }) {
      const id = templateId.parse(deletedId);
      utils.overlays.templates.setData(undefined, (before) => before?.filter((template) => template.id !== id));
      notify("Template deleted", asked?.name);
      onDeleted(id);
    },
    settled: () => setAsked(null),
  });
  const ask = async (template: OverlayTemplate) => {
    try {
      const streams = await utils.overlays.templateUsage.fetch({ id: template.id }, { staleTime: 0 });
      if (streams.length > 0) complainOfUse(streams.map(({ title }) => title));
      else setAsked(template);
    } catch (error) {
      failed(error);
    }
  };
  const dialog = asked && (
    <ConfirmDialog
      onClose={() => setAsked(null)}
      title="Delete Template"
      text={`Delete "${asked.name}" with all its elements? This cannot be undone.`}
      confirmLabel="Delete"
      busy={remove.isPending}
      onConfirm={() => remove.run({ id: asked.id })}
    />
  );
  return { ask: (template) => void ask(template), dialog };
}
