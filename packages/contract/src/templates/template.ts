import { type ElementFields, elementFields } from "../overlay.ts";
import { type ScenePlate, elementStyle } from "../scene.ts";

/** A template that every studio begins with. Its elements' ids stand for those that are stored, in its plates too. */
export interface BuiltInTemplate {
  readonly name: string;
  readonly description: string;
  readonly isDefault: boolean;
  /** From back to front. */
  readonly elements: readonly BuiltInElement[];
  readonly plates: readonly ScenePlate[];
}

export interface BuiltInElement {
  readonly id: string;
  readonly fields: ElementFields;
}

type Given = Pick<ElementFields, "name" | "type" | "xPosition" | "yPosition" | "fontSize"> & Partial<ElementFields>;

/** An element of which only what is unlike the defaults is said. */
export function builtInElement(id: string, given: Given): BuiltInElement {
  const fields = elementFields.parse({
    ...elementStyle.parse({}),
    fontFamily: "Inter",
    textColor: "#FFFFFF",
    opacity: 100,
    isVisible: true,
    content: null,
    mediaAssetId: null,
    isLocked: false,
    ...given,
  });
  return { id, fields };
}
