import { useEffect, useEffectEvent } from "react";
import { isTyping } from "./is-typing.ts";

/** What a key says on the whole page, as "?" or "Mod+z": `Mod` is Ctrl, and Cmd on a Mac. */
export type PageKeys = Readonly<Record<string, () => void>>;

/** Keys that mean something wherever the focus is, but where somebody types or a dialog is open. */
export function usePageKeys(keys: PageKeys): void {
  const run = useEffectEvent((event: KeyboardEvent) => {
    const act = event.altKey || event.defaultPrevented || isTyping(event.target) ? undefined : keys[nameOf(event)];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => run(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

const nameOf = ({ key, ctrlKey, metaKey }: KeyboardEvent): string => (ctrlKey || metaKey ? `Mod+${key}` : key);
