import { keysAreTaken } from "../../../lib/keys-are-taken.ts";
import type { Designer } from "../kernel/types.ts";

/** Copy, cut and paste through the system's clipboard, by its own events: no permission is asked. */
export function listenToClipboard(designer: Designer, page: Document, signal: AbortSignal, onPasted: () => void): void {
  const isOurs = (event: ClipboardEvent) =>
    !event.defaultPrevented && !keysAreTaken(event.target) && page.getSelection()?.isCollapsed !== false;
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
