/// <reference lib="dom" />
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Locator } from "playwright-core";

/** Lets go of a file over a part of the page. */
export async function dropFile(zone: Locator, path: string, type: string): Promise<void> {
  const file = { name: basename(path), type, base64: (await readFile(path)).toString("base64") };
  await zone.evaluate((element, { name, type: mimeType, base64 }) => {
    const dataTransfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    dataTransfer.items.add(new File([bytes], name, { type: mimeType }));
    element.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
  }, file);
}
