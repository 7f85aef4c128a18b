import type { AppRouter } from "@nightjar/api";
import { CHANGED_HEADER } from "@nightjar/contract";
import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";

/** The context of a call whose caller takes care itself of what it changes. */
export const READS_ITSELF = { readsItself: true };

/** Hears from the answer to each call what it has changed. */
export function changedLink(onChanged: (names: string) => void): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) =>
      observable((observer) =>
        next(op).subscribe({
          next(value) {
            const response = value.context?.["response"];
            const names = response instanceof Response ? response.headers.get(CHANGED_HEADER) : null;
            if (names !== null && op.context["readsItself"] !== true) onChanged(names);
            observer.next(value);
          },
          error: (error) => observer.error(error),
          complete: () => observer.complete(),
        }),
      );
}
