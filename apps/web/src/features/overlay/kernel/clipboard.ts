import { type ElementId, elementFields, elementId, type ScenePlate, scenePlate } from "@nightjar/contract";
import { z } from "zod";
import { type DesignDocument, type DesignElement, elementsOf, fieldsOf } from "./document.ts";
import { freeName } from "./new-element.ts";

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

/** New elements of a clipboard's text; null: the text is none of ours. Where one just like it stands already, a step further. */
export function clipOf(text: string, document: DesignDocument, newId: () => ElementId): Clip | null {
  const parsed = parse(text);
  if (parsed === null) return null;
  const ids = new Map(parsed.elements.map(({ id }) => [id, newId()]));
  const awayPx = freeStep(
    document,
    parsed.elements.map(({ fields }) => fields),
  );
  const elements: DesignElement[] = [];
  for (const { id, fields } of parsed.elements) {
    const name = freeName({ ...document, elements: [...document.elements, ...elements] }, fields.name);
    const xPosition = fields.xPosition + awayPx;
    elements.push({ ...fields, name, xPosition, yPosition: fields.yPosition + awayPx, isLocked: false, id: ids.get(id) ?? newId() });
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

type Placed = Pick<DesignElement, "type" | "xPosition" | "yPosition">;

function freeStep(document: DesignDocument, copied: readonly Placed[]): number {
  const isTaken = (awayPx: number) =>
    copied.some((one) =>
      document.elements.some(
        (element) =>
          element.type === one.type && element.xPosition === one.xPosition + awayPx && element.yPosition === one.yPosition + awayPx,
      ),
    );
  let awayPx = 0;
  while (isTaken(awayPx)) awayPx += STEP_PX;
  return awayPx;
}
