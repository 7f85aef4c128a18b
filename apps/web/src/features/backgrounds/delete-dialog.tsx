import type { Background } from "@nightjar/contract";
import { ConfirmDialog } from "@nightjar/ui";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { failedTo } from "./failed-to.ts";
import { deletionText } from "./words.ts";

/** That a background has its turn somewhere now is told by no event. */
const LOOK_EVERY_MS = 3000;

/** Mounted while it is open; it names the streams that show the background. */
export function DeleteDialog({ background, onClose }: { background: Background; onClose: () => void }) {
  const uses = trpc.backgrounds.uses.useQuery(undefined, { refetchOnMount: "always", refetchInterval: LOOK_EVERY_MS });
  const all = trpc.backgrounds.list.useQuery();
  const isOtherActive = all.data?.some(({ id, isActive }) => isActive && id !== background.id);
  // What was read with the page was true of its turns then.
  const isLooking = !uses.isFetchedAfterMount || all.isPending;
  const consequence = isLooking
    ? "Looking which streams show it…"
    : uses.data && !uses.isError && isOtherActive !== undefined
      ? deletionText(uses.data.find(({ backgroundId }) => backgroundId === background.id)?.streams ?? [], isOtherActive)
      : "Which streams show it could not be read: what its deletion changes on air is not known.";
  const remove = useVerb(trpc.backgrounds.delete, {
    failed: failedTo("Failed to delete background"),
    done: () => notify("Background Deleted", background.title),
    settled: onClose,
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete Background"
      text={
        <>
          Are you sure you want to delete "{background.title}"? This action cannot be undone.
          {background.isPreparing && <span className="mt-3 block">It is still being prepared; that ends with it.</span>}
          {consequence !== null && <span className="mt-3 block text-warn wrap-anywhere">{consequence}</span>}
        </>
      }
      confirmLabel="Delete"
      busy={remove.isPending}
      disabled={isLooking}
      onConfirm={() => remove.run({ id: background.id })}
    />
  );
}
