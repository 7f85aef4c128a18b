/** Inputs that take no text: keys of the page work on them too. */
const TEXTLESS = "[type=range], [type=checkbox], [type=radio], [type=button], [type=color]";

/** Where somebody types or chooses text, keys and the clipboard are theirs. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.matches(`input:is(${TEXTLESS})`)) return target.closest("[role=dialog], [role=alertdialog]") !== null;
  return target.closest("input, textarea, select, [contenteditable=true], [role=dialog], [role=alertdialog], [role=menu]") !== null;
}
