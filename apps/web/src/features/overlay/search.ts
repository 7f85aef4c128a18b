import { oneOf, textOf } from "../../lib/shape.ts";

/** In the address: a template that is not stored yet. */
export const DRAFT = "new";

const PANELS = ["add", "layers", "properties", "templates"] as const;

/** What the address of /overlay carries. */
export interface OverlaySearch {
  readonly template?: string | undefined;
  /** Which one is open where the panels are tabs; what is added unless given. */
  readonly panel?: (typeof PANELS)[number] | undefined;
}

export const overlaySearch = ({ template, panel }: Record<string, unknown>): OverlaySearch => ({
  template: textOf(template),
  panel: oneOf(PANELS, panel),
});
