import type { ElementFields, ElementId, ScenePlate } from "@nightjar/contract";
import { ordered, withoutEmptyPlates } from "./diff.ts";
import { type DesignDocument, type DesignElement, FIELD_NAMES } from "./document.ts";
import type { OrderStep, PlateFields } from "./types.ts";

export function setFields(document: DesignDocument, fields: ReadonlyMap<ElementId, Partial<ElementFields>>): DesignDocument {
  const elements = document.elements.map((element) => {
    const change = fields.get(element.id);
    if (change === undefined) return element;
    const next: DesignElement = { ...element, ...change };
    return FIELD_NAMES.every((name) => element[name] === next[name]) ? element : next;
  });
  const isSame = elements.every((element, index) => element === document.elements[index]);
  return isSame ? document : { ...document, elements };
}

export function removeElements(document: DesignDocument, ids: readonly ElementId[]): DesignDocument {
  const gone = new Set(ids);
  return withoutEmptyPlates({ ...document, elements: document.elements.filter(({ id }) => !gone.has(id)) });
}

/** New elements above the one of that id, or in front of all. */
export function insertElements(
  document: DesignDocument,
  added: readonly DesignElement[],
  plates: readonly ScenePlate[],
  above?: ElementId,
): DesignDocument {
  const index = document.elements.findIndex(({ id }) => id === above);
  const at = index === -1 ? document.elements.length : index + 1;
  return { elements: document.elements.toSpliced(at, 0, ...added), plates: [...document.plates, ...plates] };
}

export const reorderElements = (document: DesignDocument, ids: readonly ElementId[]): DesignDocument => ({
  ...document,
  elements: ordered(document.elements, ids),
});

/** Chosen elements keep their order among themselves, and each moves past the next one that is not chosen. */
export function orderElements(document: DesignDocument, ids: readonly ElementId[], step: OrderStep): DesignDocument {
  const chosen = new Set(ids);
  const isChosen = ({ id }: DesignElement) => chosen.has(id);
  const { elements } = document;
  const others = elements.filter((element) => !isChosen(element));
  const mine = elements.filter(isChosen);
  if (step === "front") return { ...document, elements: [...others, ...mine] };
  if (step === "back") return { ...document, elements: [...mine, ...others] };
  const forward = step === "forward" ? elements.toReversed() : elements;
  const moved = [...forward];
  for (let index = 1; index < moved.length; index += 1) {
    const [before, current] = [moved[index - 1], moved[index]];
    if (before === undefined || current === undefined || isChosen(before) || !isChosen(current)) continue;
    moved.splice(index - 1, 2, current, before);
  }
  return { ...document, elements: step === "forward" ? moved.toReversed() : moved };
}

const NEW_PLATE: PlateFields = { color: "#0B0B10", opacity: 76, paddingPx: 20, paddingRightPx: 20, radiusPx: 24 };

export function addPlate(document: DesignDocument, ids: readonly ElementId[]): DesignDocument {
  if (ids.length === 0) return document;
  const left = withoutPlates(document, ids);
  return { ...left, plates: [...left.plates, { ...NEW_PLATE, elementIds: [...ids] }] };
}

function withoutPlates(document: DesignDocument, ids: readonly ElementId[]): DesignDocument {
  const gone = new Set(ids);
  const plates = document.plates.map((plate) => ({ ...plate, elementIds: plate.elementIds.filter((id) => !gone.has(id)) }));
  return { ...document, plates: plates.filter(({ elementIds }) => elementIds.length > 0) };
}

export const setPlate = (document: DesignDocument, id: ElementId, fields: Partial<PlateFields>): DesignDocument => ({
  ...document,
  plates: document.plates.map((plate) => (plate.elementIds.includes(id) ? { ...plate, ...fields } : plate)),
});

export const removePlate = (document: DesignDocument, id: ElementId): DesignDocument => ({
  ...document,
  plates: document.plates.filter(({ elementIds }) => !elementIds.includes(id)),
});
