import { CANVAS_WIDTH_PX, type ElementId, elementFields, elementId, type ScenePlate, scenePlate } from "@nightjar/contract";
import { z } from "zod";
import { type Framed, limitMove, moved } from "./arrange.ts";
import { type DesignDocument, type DesignElement, elementsOf, fieldsOf } from "./document.ts";
import { freeName } from "./new-element.ts";
import type { ElementBox } from "./types.ts";

/** What lies on the clipboard, as JSON text: it can be pasted into another template, another tab, a colleague's studio. */
const clip = z.object({
  kind: z.literal("nightjar/overlay-elements"),
  elements: z.array(z.object({ id: elementId, fields: elementFields })).min(1),
  plates: z.array(scenePlate),
});

/** The elements of these ids as text, with the panels that are behind nothing else; null: there are none. */
export function clipText(document: DesignDocument, ids: readonly ElementId[]): string | null {
  const elements = elementsOf(document, ids);
  if (elements.length === 0) return null;
  const chosen = new Set(ids);
  const plates = document.plates.filter(({ elementIds }) => elementIds.every((id) => chosen.has(id)));
  const copied = {
    kind: "nightjar/overlay-elements",
    elements: elements.map((element) => ({ id: element.id, fields: fieldsOf(element) })),
    plates,
  };
  return JSON.stringify(copied);
}

export interface Clip {
  /** From back to front, with new ids. */
  readonly elements: readonly DesignElement[];
  readonly plates: readonly ScenePlate[];
}

/** Away from what was copied, so that the copy is seen. */
const STEP_PX = 24;

export interface ClipOptions {
  readonly newId: () => ElementId;
  readonly boxOf: (element: DesignElement) => ElementBox;
}

/**
 * New elements of a clipboard's text; null: the text is none of ours. Where one just like it stands already, a step further, as far as
 * the canvas allows, and from its corner a step back.
 */
export function clipOf(text: string, document: DesignDocument, { newId, boxOf }: ClipOptions): Clip | null {
  const parsed = parse(text);
  if (parsed === null) return null;
  const ids = new Map(parsed.elements.map(({ id }) => [id, newId()]));
  const copies = parsed.elements.map(({ id, fields }): DesignElement => ({ ...fields, isLocked: false, id: ids.get(id) ?? newId() }));
  const positions = freePlace(
    document,
    copies.map((element) => ({ element, box: boxOf(element) })),
  );
  const elements: DesignElement[] = [];
  for (const copy of copies) {
    const name = freeName({ ...document, elements: [...document.elements, ...elements] }, copy.name);
    elements.push({ ...copy, name, ...positions.get(copy.id) });
  }
  const plates = parsed.plates.map((plate) => ({ ...plate, elementIds: plate.elementIds.flatMap((id) => ids.get(id) ?? []) }));
  return { elements, plates: plates.filter(({ elementIds }) => elementIds.length > 0) };
}

function parse(text: string): z.infer<typeof clip> | null {
  if (!text.includes("nightjar/overlay-elements")) return null;
  try {
    const parsed = clip.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Steps away for all of them together; none: they stay where they were copied. */
function freePlace(document: DesignDocument, copies: readonly Framed[]): ReturnType<typeof moved> {
  const isTaken = (places: ReturnType<typeof moved>) =>
    copies.some(({ element: copy }) => {
      const { type, xPosition, yPosition } = { ...copy, ...places.get(copy.id) };
      return document.elements.some((one) => one.type === type && one.xPosition === xPosition && one.yPosition === yPosition);
    });
  let places: ReturnType<typeof moved> = new Map();
  for (const way of [1, -1]) {
    for (let awayPx = STEP_PX; isTaken(places) && awayPx <= CANVAS_WIDTH_PX; awayPx += STEP_PX) {
      const { byXPx, byYPx } = limitMove(copies, way * awayPx, way * awayPx);
      places = moved(copies, byXPx, byYPx);
    }
  }
  return places;
}
