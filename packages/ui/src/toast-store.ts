import { createListeners } from "@nightjar/kit";

/** What one notice says. */
export interface ToastInput {
  title: string;
  description?: string | undefined;
  /** Why, in a line of its own. */
  reason?: string | undefined;
  variant?: "default" | "destructive";
}

export interface ToastEntry extends ToastInput {
  readonly id: number;
  readonly open: boolean;
}

export interface ToastStoreOptions {
  /** How many are held at once; the newest stay. */
  limit: number;
  /** How long a dismissed one is kept before it is forgotten. */
  removeDelayMs: number;
  setTimer?: (run: () => void, ms: number) => unknown;
}

export interface ToastStore {
  add(toast: ToastInput): number;
  dismiss(id: number): void;
  /** The same array until something changes. */
  entries(): readonly ToastEntry[];
  subscribe(listener: () => void): () => void;
}

/** The list of notices, without a screen. */
export function createToastStore({ limit, removeDelayMs, setTimer = (run, ms) => setTimeout(run, ms) }: ToastStoreOptions): ToastStore {
  let entries: readonly ToastEntry[] = [];
  let nextId = 1;
  const listeners = createListeners();
  const replace = (next: readonly ToastEntry[]) => {
    entries = next;
    listeners.tell();
  };
  return {
    add(toast) {
      const id = nextId++;
      replace([{ ...toast, id, open: true }, ...entries].slice(0, limit));
      return id;
    },
    dismiss(id) {
      if (!entries.some((entry) => entry.id === id && entry.open)) return;
      replace(entries.map((entry) => (entry.id === id ? { ...entry, open: false } : entry)));
      setTimer(() => replace(entries.filter((entry) => entry.id !== id)), removeDelayMs);
    },
    entries: () => entries,
    subscribe: listeners.subscribe,
  };
}
