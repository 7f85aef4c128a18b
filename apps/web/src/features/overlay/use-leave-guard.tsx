import { ConfirmDialog } from "@nightjar/ui";
import { useBlocker } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Designer } from "./kernel/types.ts";

/** What would be lost with this template; null: everything is stored, or about to be. */
function lossOf(designer: Designer): string | null {
  const { save, document } = designer.getSnapshot();
  if (save === "local" && document.elements.length > 0) return "The new template is not saved. Its elements are lost when you leave it.";
  if (save === "conflict")
    return "Your last changes are not saved, because somebody else changed this template. They are lost when you leave it.";
  return null;
}

const isUnderWay = (designer: Designer): boolean => {
  const { save } = designer.getSnapshot();
  return lossOf(designer) !== null || save === "saving" || save === "unsaved";
};

/** Asks before something that is not stored is left behind. The dialog is to be drawn somewhere. */
export function useLeaveGuard(designer: Designer): ReactNode {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      lossOf(designer) !== null && (current.pathname !== next.pathname || templateIn(current.search) !== templateIn(next.search)),
    enableBeforeUnload: () => isUnderWay(designer),
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <ConfirmDialog
      onClose={() => blocker.reset()}
      title="Leave without saving?"
      text={lossOf(designer) ?? "Everything is saved."}
      confirmLabel="Leave"
      asksAboutBack
      onConfirm={blocker.proceed}
    />
  );
}

const templateIn = (search: object): unknown => ("template" in search ? search.template : undefined);
