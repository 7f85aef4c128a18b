import type { Designer } from "../kernel/types.ts";

/** Inputs that take no text: keys of the page work on them too. */
const TEXTLESS = "[type=range], [type=checkbox], [type=radio], [type=button], [type=color]";

/** Where somebody types or chooses text, keys and the clipboard are theirs. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.matches(`input:is(${TEXTLESS})`)) return target.closest("[role=dialog], [role=alertdialog]") !== null;
  return target.closest("input, textarea, select, [contenteditable=true], [role=dialog], [role=alertdialog], [role=menu]") !== null;
}

/** Copy, cut and paste through the system's clipboard, by its own events: no permission is asked. */
export function listenToClipboard(designer: Designer, page: Document, signal: AbortSignal, onPasted: () => void): void {
  const isOurs = (event: ClipboardEvent) =>
    !event.defaultPrevented && !isTyping(event.target) && page.getSelection()?.isCollapsed !== false;
  const give = (take: () => string | null) => (event: ClipboardEvent) => {
    if (!isOurs(event)) return;
    const text = take();
    if (text === null) return;
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  };
  page.addEventListener("copy", give(designer.copy), { signal });
  page.addEventListener("cut", give(designer.cut), { signal });
  page.addEventListener(
    "paste",
    (event) => {
      if (!isOurs(event)) return;
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (!designer.paste(text === "" ? undefined : text)) return;
      event.preventDefault();
      onPasted();
    },
    { signal },
  );
}
