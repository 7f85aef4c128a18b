import type { OverlayTemplate, TemplateId } from "@nightjar/contract";
import { type ReactNode, useState } from "react";
import { laterDialog } from "../../../layout/later-dialog.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { complainOfUse, deletionFailed } from "./deletion-failed.ts";

const DeleteTemplateDialog = laterDialog(async () => (await import("./delete-template-dialog.tsx")).DeleteTemplateDialog);

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
      deletionFailed(error);
    }
  };
  const dialog = asked && <DeleteTemplateDialog template={asked} onDeleted={onDeleted} onClose={() => setAsked(null)} />;
  return { ask: (template) => void ask(template), dialog };
}
