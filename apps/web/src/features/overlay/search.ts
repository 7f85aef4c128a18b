import { textOf } from "../../lib/shape.ts";

/** In the address: a template that is not stored yet. */
export const DRAFT = "new";

/** What the address of /overlay carries. */
export interface OverlaySearch {
  readonly template?: string | undefined;
}

export const overlaySearch = ({ template }: Record<string, unknown>): OverlaySearch => ({ template: textOf(template) });
