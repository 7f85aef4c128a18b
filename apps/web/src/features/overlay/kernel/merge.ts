import type { ElementId, TemplateChange } from "@nightjar/contract";
import { apply, diff, ordered, withoutEmptyPlates } from "./diff.ts";
import { type DesignDocument, type DesignElement, elementOf, fieldsOf } from "./document.ts";
import { mergePlates } from "./merge-plates.ts";

/**
 * What was changed here since `base`, put over what somebody else stored meanwhile. Field by field, of panels too: what was not touched
 * here stays theirs. An element that they removed and we changed comes back; one that we removed goes, whatever they did to it.
 */
export function merge(base: DesignDocument, mine: DesignDocument, theirs: DesignDocument): DesignDocument {
  const changes = diff(base, mine).flatMap((change): TemplateChange[] => {
    if (change.kind === "order" || change.kind === "plates") return [];
    if (change.kind !== "set" || elementOf(theirs, change.id) !== undefined) return [change];
    const element = elementOf(mine, change.id);
    return element === undefined ? [] : [{ kind: "add", id: element.id, fields: fieldsOf(element), layer: 0 }];
  });
  const { elements } = apply(theirs, changes);
  const isGone = (id: ElementId) => elementOf(theirs, id) === undefined;
  const plates = mergePlates({ base: base.plates, mine: mine.plates, theirs: theirs.plates, isGone });
  return withoutEmptyPlates({ elements: inOrder(elements, base, mine, theirs), plates });
}

/** Theirs, unless it was changed here; what they do not have lies on what it lies on here. */
function inOrder(merged: readonly DesignElement[], base: DesignDocument, mine: DesignDocument, theirs: DesignDocument) {
  const asMine = ordered(merged, idsOf(mine));
  const isReordered = common(base, mine).join() !== common(mine, base).join();
  return isReordered ? asMine : ordered(asMine, idsOf(theirs));
}

const idsOf = ({ elements }: DesignDocument): readonly ElementId[] => elements.map(({ id }) => id);
const common = (one: DesignDocument, other: DesignDocument) => idsOf(one).filter((id) => elementOf(other, id) !== undefined);
