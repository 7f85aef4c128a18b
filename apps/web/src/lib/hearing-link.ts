import type { AppRouter } from "@nightjar/api";
import { CHANGED_HEADER, NEWEST_EVENT_HEADER } from "@nightjar/contract";
import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";

/** The context of a call whose caller takes care itself of what it changes. */
export const READS_ITSELF = { readsItself: true };

interface Heard {
  changed(names: string): void;
  /** Of the newest event when the server took the call. */
  answered(path: string, newestEventId: string): void;
}

/** Hears from the answer to each call what it has changed, and what had happened before it. */
export function hearingLink(heard: Heard): TRPCLink<AppRouter> {
  /** Calls that go together have one answer, which names what all of them have changed. */
  const told = new WeakSet<Response>();
  return () =>
    ({ op, next }) =>
      observable((observer) =>
        next(op).subscribe({
          next(value) {
            const response = value.context?.["response"];
            if (response instanceof Response) {
              const [names, newestEventId] = [response.headers.get(CHANGED_HEADER), response.headers.get(NEWEST_EVENT_HEADER)];
              if (names !== null && op.context["readsItself"] !== true && !told.has(response)) {
                told.add(response);
                heard.changed(names);
              }
              if (newestEventId !== null) heard.answered(op.path, newestEventId);
            }
            observer.next(value);
          },
          error: (error) => observer.error(error),
          complete: () => observer.complete(),
        }),
      );
}
