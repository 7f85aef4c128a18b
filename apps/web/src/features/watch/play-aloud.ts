/** Of a browser that plays nothing of it before somebody has pressed something. */
export const isRefusal = (error: unknown) => error instanceof DOMException && error.name === "NotAllowedError";

interface Refusals {
  readonly onSilenced: () => void;
  /** Not even without its sound: as a phone that saves power does, and a browser that was told to play nothing by itself. */
  readonly onBlocked: () => void;
}

/** With sound, or without it where the browser says so. */
export function playAloud(element: Pick<HTMLVideoElement, "muted" | "play">, { onSilenced, onBlocked }: Refusals): void {
  element.play().catch((error: unknown) => {
    if (!isRefusal(error)) return;
    element.muted = true;
    onSilenced();
    // What else comes of it is told by its end.
    element.play().catch((again: unknown) => isRefusal(again) && onBlocked());
  });
}
