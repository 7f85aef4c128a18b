import {
  CANVAS_HEIGHT_PX,
  CANVAS_WIDTH_PX,
  type ElementFields,
  type ElementId,
  elementFields,
  type ScenePlate,
  type TemplateDocument,
} from "@nightjar/contract";

/** An element as it is designed: what is stored of it, and a `SceneElement` for the renderer. */
export interface DesignElement extends Readonly<ElementFields> {
  readonly id: ElementId;
}

/** What is designed. Never changed in place: equal references mean that nothing changed. */
export interface DesignDocument {
  /** From back to front. */
  readonly elements: readonly DesignElement[];
  /** Under all elements. */
  readonly plates: readonly ScenePlate[];
}

export const EMPTY_DOCUMENT: DesignDocument = { elements: [], plates: [] };

export const FIELD_NAMES = Object.keys(elementFields.shape) as readonly (keyof ElementFields)[];

export function fieldsOf(element: DesignElement): ElementFields {
  const { id: _id, ...fields } = element;
  return fields;
}

/** What the server stores as what the designer edits. */
export function designOf({ template, elements }: TemplateDocument): DesignDocument {
  return {
    elements: elements.map(({ id, templateId: _templateId, mediaAsset: _mediaAsset, layer: _layer, ...fields }) => ({ id, ...fields })),
    plates: template.plates,
  };
}

export const elementOf = (document: DesignDocument, id: ElementId): DesignElement | undefined =>
  document.elements.find((element) => element.id === id);

/** From back to front. */
export const idsOf = ({ elements }: DesignDocument): readonly ElementId[] => elements.map(({ id }) => id);

/** The elements of these ids, from back to front. */
export function elementsOf(document: DesignDocument, ids: readonly ElementId[]): readonly DesignElement[] {
  const wanted = new Set(ids);
  return document.elements.filter(({ id }) => wanted.has(id));
}

const clamp = (value: number, max: number): number => Math.min(Math.max(value, 0), Math.max(max, 0));

/** A position inside the canvas, with room for a box of this size where it fits. Whole pixels. */
export function clampPosition(xPx: number, yPx: number, size: { readonly widthPx: number; readonly heightPx: number }) {
  return {
    xPosition: clamp(Math.round(xPx), Math.floor(CANVAS_WIDTH_PX - size.widthPx)),
    yPosition: clamp(Math.round(yPx), Math.floor(CANVAS_HEIGHT_PX - size.heightPx)),
  };
}

/** The plate an element stands on. */
export const plateUnder = (document: DesignDocument, id: ElementId): ScenePlate | undefined =>
  document.plates.find((plate) => plate.elementIds.includes(id));
