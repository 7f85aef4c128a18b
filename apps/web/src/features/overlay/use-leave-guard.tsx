import type { ReactNode } from "react";
import { UNSAVED, useLeaveGuard } from "../../layout/leave-guard.tsx";
import type { Designer } from "./kernel/types.ts";
import { isDeleted } from "./use-is-deleted.ts";
import type { TypedDetails } from "./use-typed-details.ts";

type Typed = Pick<TypedDetails, "isUnsaved">;

/** What would be lost with this template; null: everything is stored, or about to be. */
function lossOf(designer: Designer, typed: Typed): string | null {
  const { save, document, template } = designer.getSnapshot();
  if ((save === "local" || isDeleted(designer)) && document.elements.length > 0)
    return `${template === null ? "The new template is not saved" : "This template was deleted"}. Its elements are lost when you leave it.`;
  if (save === "conflict")
    return "Your last changes are not saved, because somebody else changed this template. They are lost when you leave it.";
  return typed.isUnsaved() ? UNSAVED : null;
}

const isUnderWay = (designer: Designer, typed: Typed): boolean => {
  const { save } = designer.getSnapshot();
  return lossOf(designer, typed) !== null || save === "saving" || save === "unsaved";
};

/** Asks before something that is not stored is left behind. The dialog is to be drawn somewhere. */
export const useDesignerGuard = (designer: Designer, typed: Typed): ReactNode =>
  useLeaveGuard({ loss: () => lossOf(designer, typed), isUnderWay: () => isUnderWay(designer, typed), parameter: "template" });
