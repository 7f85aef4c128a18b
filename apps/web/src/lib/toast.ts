import { TOAST_LIMIT, TOAST_REMOVE_DELAY_MS } from "@nightjar/contract";
import { createToastStore } from "@nightjar/ui";
import { messageOf, saidOf, silenceOf } from "./errors.ts";

export const toastStore = createToastStore({ limit: TOAST_LIMIT, removeDelayMs: TOAST_REMOVE_DELAY_MS });

/** A short notice of something that worked; `beside` stands in a line of its own. */
export function notify(title: string, description?: string, beside?: string): void {
  toastStore.add({ title, description, reason: beside });
}

/** A short notice of something that did not. */
export function complain(title: string, description?: string, reason?: string): void {
  toastStore.add({ title, description, reason, variant: "destructive" });
}

/**
 * The notice of a failure. The text stands where the server gives none of its own, and beside it why it gives none; `always` in any case, the
 * server's own beside it. Without a text there is the reason alone.
 */
export type Complaint = readonly [title: string, text?: string, when?: "always"];

/** Tells of a failure that it was, and why. */
export function complainOf(error: unknown, [title, fallback, when]: Complaint): void {
  if (fallback === undefined) return complain(title, silenceOf(error) ?? messageOf(error, ""));
  if (when === "always") {
    const reason = silenceOf(error) ?? messageOf(error, "");
    return complain(title, fallback, reason === fallback ? undefined : reason);
  }
  const { text, reason } = saidOf(error, fallback);
  complain(title, text, reason);
}
