import { ConfirmDialog } from "@nightjar/ui";
import { useBlocker } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { readToken } from "../lib/session.ts";
import { fieldsOf } from "../lib/shape.ts";
import { UnsavedPlace, useUnsaved, useUnsavedParts } from "../lib/unsaved.ts";

export interface Leaving {
  /** What would be lost, as a sentence; null: nothing. */
  readonly loss: () => string | null;
  /** The browser asks before the page is left altogether. */
  readonly isUnderWay: () => boolean;
  /** The parameter of the address that names what is worked at: with another one that is left, too. */
  readonly parameter?: string | undefined;
}

/** Asks before something that is not stored is left behind. The dialog is to be drawn somewhere. */
export function useLeaveGuard({ loss, isUnderWay, parameter }: Leaving): ReactNode {
  const namedIn = (search: unknown) => (parameter === undefined ? null : fieldsOf(search)[parameter]);
  const blocker = useBlocker({
    // Whoever is signed out has left.
    shouldBlockFn: ({ current, next }) =>
      readToken() !== null && loss() !== null && (current.pathname !== next.pathname || namedIn(current.search) !== namedIn(next.search)),
    enableBeforeUnload: isUnderWay,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <ConfirmDialog
      onClose={() => blocker.reset()}
      title="Leave without saving?"
      text={loss() ?? "Everything is saved."}
      confirmLabel="Leave"
      asksAboutBack
      onConfirm={blocker.proceed}
    />
  );
}

export const UNSAVED = "What you have entered here is not saved.";

/** The same for forms on a page, which say by `useUnsaved` that something was typed. */
export function LeaveGuard({ parameter, children }: Pick<Leaving, "parameter"> & { children: ReactNode }) {
  const [isUnsaved, tell] = useUnsavedParts();
  useUnsaved(isUnsaved);
  const dialog = useLeaveGuard({ loss: () => (isUnsaved ? UNSAVED : null), isUnderWay: () => isUnsaved, parameter });
  return (
    <UnsavedPlace value={tell}>
      {children}
      {dialog}
    </UnsavedPlace>
  );
}
