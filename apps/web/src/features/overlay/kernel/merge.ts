import type { ElementId, TemplateChange } from "@nightjar/contract";
import { apply, diff, ordered, withoutEmptyPlates } from "./diff.ts";
import { type DesignDocument, type DesignElement, elementOf, fieldsOf, idsOf } from "./document.ts";
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
  const isHere = (id: ElementId) => elementOf(mine, id) !== undefined;
  const plates = mergePlates({ base: base.plates, mine: mine.plates, theirs: theirs.plates, isGone, isHere });
  const order = { base: idsOf(base), mine: idsOf(mine), theirs: idsOf(theirs) };
  return withoutEmptyPlates({ elements: inOrder(elements, order), plates });
}

type Ids = readonly ElementId[];

/** Theirs, unless it was changed here; what they do not have lies on what it lies on here. */
export function inOrder(merged: readonly DesignElement[], { base, mine, theirs }: { base: Ids; mine: Ids; theirs: Ids }) {
  const asMine = ordered(merged, mine);
  const isReordered = common(base, mine).join() !== common(mine, base).join();
  return isReordered ? asMine : ordered(asMine, theirs);
}

const common = (one: Ids, other: Ids): Ids => one.filter((id) => other.includes(id));
