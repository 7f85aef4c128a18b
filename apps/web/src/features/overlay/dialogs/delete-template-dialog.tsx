import { type OverlayTemplate, type TemplateId, templateId } from "@nightjar/contract";
import { ConfirmDialog } from "@nightjar/ui";
import { notify } from "../../../lib/toast.ts";
import { queryClient, trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { deletionFailed } from "./deletion-failed.ts";

export interface DeleteTemplateDialogProps {
  template: OverlayTemplate;
  onDeleted?: (id: TemplateId) => void;
  onClose: () => void;
}

/** Mounted while it is open. */
export function DeleteTemplateDialog({ template, onDeleted, onClose }: DeleteTemplateDialogProps) {
  const utils = trpc.useUtils();
  const remove = useVerb(trpc.overlays.deleteTemplate, {
    failed: deletionFailed,
    done(_nothing, { id: deletedId }) {
      const id = templateId.parse(deletedId);
      queryClient.patch(() => void utils.overlays.templates.setData(undefined, (before) => before?.filter((one) => one.id !== id)));
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
