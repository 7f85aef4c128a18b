/** Inputs that take no text: keys of the page work on them too. */
const TEXTLESS = "[type=range], [type=checkbox], [type=radio], [type=button], [type=color]";

/** What lies over the page has its keys: also where a press beside it took the focus away. */
export const isCovered = (): boolean => document.querySelector("[role=dialog], [role=alertdialog], [role=menu]") !== null;

/** Where somebody types or chooses text, keys and the clipboard are theirs. */
export function isTyping(target: EventTarget | null): boolean {
  if (isCovered()) return true;
  if (!(target instanceof Element) || target.matches(`input:is(${TEXTLESS})`)) return false;
  return target.closest("input, textarea, select, [contenteditable=true]") !== null;
}
