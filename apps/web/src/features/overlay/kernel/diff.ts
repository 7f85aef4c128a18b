import type { ElementFields, ElementId, ScenePlate, TemplateChange } from "@nightjar/contract";
import { type DesignDocument, type DesignElement, FIELD_NAMES, fieldsOf } from "./document.ts";

/** The steps that make `after` of `before`: what is saved, and what undo is kept as. Only what differs, so that they fit on other versions too. */
export function diff(before: DesignDocument, after: DesignDocument): TemplateChange[] {
  if (before === after) return [];
  const old = new Map(before.elements.map((element) => [element.id, element]));
  const kept = new Set(after.elements.map(({ id }) => id));
  const removed = before.elements.filter(({ id }) => !kept.has(id));
  const added = after.elements.filter(({ id }) => !old.has(id));
  const changes: TemplateChange[] = [
    ...removed.map(({ id }): TemplateChange => ({ kind: "remove", id })),
    ...added.map((element): TemplateChange => ({
      kind: "add",
      id: element.id,
      fields: fieldsOf(element),
      layer: after.elements.indexOf(element),
    })),
    ...after.elements.flatMap((element) => changedFields(old.get(element.id), element)),
  ];
  const order = [...before.elements.filter(({ id }) => kept.has(id)), ...added].map(({ id }) => id);
  // An addition says its place too: layers that are stored may have gaps.
  const isMoved = after.elements.some(({ id }, index) => id !== order[index]);
  if (added.length > 0 || isMoved) changes.push({ kind: "order", ids: after.elements.map(({ id }) => id) });
  if (!samePlates(before.plates, after.plates)) changes.push({ kind: "plates", plates: [...after.plates] });
  return changes;
}

function changedFields(before: DesignElement | undefined, after: DesignElement): TemplateChange[] {
  if (before === undefined || before === after) return [];
  const changed = FIELD_NAMES.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]] as const);
  return changed.length === 0 ? [] : [{ kind: "set", id: after.id, fields: Object.fromEntries(changed) as Partial<ElementFields> }];
}

export const samePlates = (a: readonly ScenePlate[], b: readonly ScenePlate[]): boolean =>
  a === b || (a.length === b.length && a.every((plate, index) => samePlate(plate, b[index])));

const PLATE_NAMES = ["color", "opacity", "paddingPx", "paddingRightPx", "radiusPx"] as const;

function samePlate(a: ScenePlate, b: ScenePlate | undefined): boolean {
  if (b === undefined || a === b) return a === b;
  const sameIds = a.elementIds.length === b.elementIds.length && a.elementIds.every((id, index) => id === b.elementIds[index]);
  return sameIds && PLATE_NAMES.every((name) => a[name] === b[name]);
}

/** Steps made on one version of a document, done to this one. What no longer fits is left out. */
export function apply(document: DesignDocument, changes: readonly TemplateChange[]): DesignDocument {
  return withoutEmptyPlates(changes.reduce(applyOne, document));
}

function applyOne(document: DesignDocument, change: TemplateChange): DesignDocument {
  const { elements } = document;
  switch (change.kind) {
    case "add":
      return { ...document, elements: [...elements.filter(({ id }) => id !== change.id), { id: change.id, ...change.fields }] };
    case "set":
      return {
        ...document,
        elements: elements.map((element) => (element.id === change.id ? Object.assign({}, element, change.fields) : element)),
      };
    case "remove":
      return { ...document, elements: elements.filter(({ id }) => id !== change.id) };
    case "order":
      return { ...document, elements: ordered(elements, change.ids) };
    case "plates":
      return { ...document, plates: change.plates };
  }
}

/** In this order; an element that the order does not know stays above the one it stood on. */
export function ordered(elements: readonly DesignElement[], ids: readonly ElementId[]): readonly DesignElement[] {
  const byId = new Map(elements.map((element) => [element.id, element]));
  const known = new Set(ids);
  const result = ids.flatMap((id) => byId.get(id) ?? []);
  for (const [index, element] of elements.entries()) {
    if (known.has(element.id)) continue;
    const below = elements[index - 1];
    result.splice(below === undefined ? 0 : result.indexOf(below) + 1, 0, element);
  }
  return result;
}

/** Plates hold elements that exist, and at least one. */
export function withoutEmptyPlates(document: DesignDocument): DesignDocument {
  const ids = new Set(document.elements.map(({ id }) => id));
  if (document.plates.every((plate) => plate.elementIds.every((id) => ids.has(id)))) return document;
  const plates = document.plates.map((plate) => ({ ...plate, elementIds: plate.elementIds.filter((id) => ids.has(id)) }));
  return { ...document, plates: plates.filter(({ elementIds }) => elementIds.length > 0) };
}

/** `next` with the very objects of `previous` wherever they are equal: what did not change is not drawn again. */
export function shared(previous: DesignDocument, next: DesignDocument): DesignDocument {
  const old = new Map(previous.elements.map((element) => [element.id, element]));
  const elements = next.elements.map((element) => {
    const before = old.get(element.id);
    return before !== undefined && changedFields(before, element).length === 0 ? before : element;
  });
  const isSame = elements.length === previous.elements.length && elements.every((element, index) => element === previous.elements[index]);
  const plates = samePlates(previous.plates, next.plates) ? previous.plates : next.plates;
  if (isSame && plates === previous.plates) return previous;
  return { elements: isSame ? previous.elements : elements, plates };
}
