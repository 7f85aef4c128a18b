import { TOAST_LIMIT, TOAST_REMOVE_DELAY_MS } from "@nightjar/contract";
import { createToastStore } from "@nightjar/ui";

export const toastStore = createToastStore({ limit: TOAST_LIMIT, removeDelayMs: TOAST_REMOVE_DELAY_MS });

/** A short notice of something that worked. */
export function notify(title: string, description?: string): void {
  toastStore.add({ title, description });
}

/** A short notice of something that did not. */
export function complain(title: string, description?: string): void {
  toastStore.add({ title, description, variant: "destructive" });
}
