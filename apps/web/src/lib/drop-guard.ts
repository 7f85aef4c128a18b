/**
 * A file that is dropped beside what takes it would be opened by the browser, and the studio with all that was typed would be gone.
 * Zones take their own drops before this hears of them.
 */
export function guardAgainstDrops(page: EventTarget): void {
  const refuse = (event: Event) => {
    if (!(event instanceof DragEvent) || event.defaultPrevented || event.dataTransfer?.types.includes("Files") !== true) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "none";
  };
  for (const name of ["dragenter", "dragover", "drop"]) page.addEventListener(name, refuse);
}
