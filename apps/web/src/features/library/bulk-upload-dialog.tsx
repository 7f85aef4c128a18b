import { EmptyState, Dialog } from "@nightjar/ui";
import { Upload } from "lucide-react";

/** Mounted while it is open. */
export function BulkUploadDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title="Bulk Upload">
      <EmptyState icon={<Upload />} title="Not built yet" text="Here you will upload several files at once, each with its ISRC code." />
    </Dialog>
  );
}
