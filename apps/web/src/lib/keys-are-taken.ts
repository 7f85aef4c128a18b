import { isCovered } from "@nightjar/ui";

/** Inputs that take no text: keys of the page work on them too. */
const TEXTLESS = "[type=range], [type=checkbox], [type=radio], [type=button], [type=color]";

/** Where somebody types or chooses text, keys and the clipboard are theirs; so they are with what lies over the page. */
export function keysAreTaken(target: EventTarget | null): boolean {
  if (isCovered()) return true;
  if (!(target instanceof Element) || target.matches(`input:is(${TEXTLESS})`)) return false;
  return target.closest("input, textarea, select, [contenteditable=true]") !== null;
}
