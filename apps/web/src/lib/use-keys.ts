import { isCovered } from "@nightjar/ui";
import { useEffect, useEffectEvent } from "react";
import { actionFor, type KeyTable } from "./keys.ts";
import { keysAreTaken } from "./keys-are-taken.ts";

const tables: KeyTable[] = [];

/** What stands on the screen just now, for the list on '?'; what several parts have in common once. */
export const shownKeys = (): readonly KeyTable[] => [...new Set(tables)];

/** Lists keys that a part of the screen handles by itself, while it stands there. */
export function useShownKeys(table: KeyTable): void {
  useEffect(() => {
    tables.push(table);
    return () => void tables.splice(tables.indexOf(table), 1);
  }, [table]);
}

export interface PageKeysOptions<Action> {
  /** These mean something where somebody types, too; while a dialog is open none does. */
  readonly whileTyping?: readonly Action[];
  /** These a key that is held does once: what it would do next has been read by nobody. */
  readonly once?: readonly Action[];
}

/** Keys that mean something wherever the focus is on the page, but where somebody types or a dialog is open. */
export function usePageKeys<Action extends string>(
  table: KeyTable<Action>,
  handlers: Readonly<Record<Action, () => void>>,
  { whileTyping = [], once = [] }: PageKeysOptions<Action> = {},
): void {
  useShownKeys(table);
  const run = useEffectEvent((event: KeyboardEvent) => {
    const action = event.defaultPrevented ? null : actionFor(table, event);
    if (action === null || (whileTyping.includes(action) ? isCovered() : keysAreTaken(event.target))) return;
    event.preventDefault();
    if (event.repeat && once.includes(action)) return;
    handlers[action]();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => run(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
