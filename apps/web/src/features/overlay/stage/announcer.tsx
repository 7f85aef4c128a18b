import { elementOf } from "../kernel/document.ts";
import type { Designer, DesignerState } from "../kernel/types.ts";
import { useDesigner } from "./use-designer.ts";

/** What is selected and where it stands, in words. */
function sentence({ document, selection }: DesignerState): string {
  const last = selection.at(-1);
  const element = last === undefined ? undefined : elementOf(document, last);
  if (element === undefined) return "Nothing selected";
  if (selection.length > 1) return `${selection.length} elements selected`;
  const { name, xPosition, yPosition, fontSize, isLocked, isVisible } = element;
  return `${name} selected, x ${xPosition}, y ${yPosition}, size ${fontSize}${isVisible ? "" : ", hidden"}${isLocked ? ", locked" : ""}`;
}

/** Silent during a gesture: what it led to is said once. */
const saysTheSame = (a: DesignerState, b: DesignerState): boolean =>
  b.gesture !== null || (a.document === b.document && a.selection === b.selection);

export function Announcer({ designer }: { designer: Designer }) {
  const state = useDesigner(designer, (now) => now, saysTheSame);
  return (
    <p role="status" className="sr-only">
      {sentence(state)}
    </p>
  );
}
