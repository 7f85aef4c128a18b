import type { OverlayTemplate } from "@nightjar/contract";
import { api, trpc } from "../../lib/trpc.ts";
import type { Designer, DesignerState } from "./kernel/types.ts";
import { useDesign } from "./use-design.ts";

/** The list hears of it first where nothing is edited, and the saver where something is stored before the list is read. */
const isGone = ({ template, save }: DesignerState, templates: readonly OverlayTemplate[] | undefined): boolean =>
  template !== null && (save === "local" || templates?.every(({ id }) => id !== template.id) === true);

/** Whether somebody has deleted the template that is shown: it is here alone. */
export function useIsDeleted(): boolean {
  const templates = trpc.overlays.templates.useQuery();
  return useDesign((state) => isGone(state, templates.data));
}

/** The same as of now: who leaves right after saving is asked before the next drawing. */
export const isDeleted = (designer: Designer): boolean => isGone(designer.getSnapshot(), api.overlays.templates.getData());
