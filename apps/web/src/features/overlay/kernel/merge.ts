import type { TemplateChange } from "@nightjar/contract";
import { apply, diff, samePlates } from "./diff.ts";
import type { DesignDocument } from "./document.ts";
import { elementOf, fieldsOf } from "./document.ts";

/**
 * What was changed here since `base`, put over what somebody else stored meanwhile. Field by field: what was not touched here stays
 * theirs. An element that they removed and we changed comes back; one that we removed goes, whatever they did to it.
 */
export function merge(base: DesignDocument, mine: DesignDocument, theirs: DesignDocument): DesignDocument {
  const changes = diff(base, mine).map((change): TemplateChange => {
    if (change.kind !== "set" || elementOf(theirs, change.id) !== undefined) return change;
    const element = elementOf(mine, change.id);
    return element === undefined ? change : { kind: "add", id: element.id, fields: fieldsOf(element), layer: 0 };
  });
  const merged = apply(theirs, changes);
  return samePlates(base.plates, mine.plates) ? merged : { ...merged, plates: [...merged.plates, ...newPlates(base, mine, theirs)] };
}

/** Panels that they put behind elements which have none here. */
function newPlates(base: DesignDocument, mine: DesignDocument, theirs: DesignDocument) {
  const onPlates = new Set([...base.plates, ...mine.plates].flatMap(({ elementIds }) => elementIds));
  return theirs.plates.filter(({ elementIds }) => !elementIds.some((id) => onPlates.has(id)));
}
