import type { AppRouter } from "@nightjar/api";
import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { detailsOf } from "./errors.ts";
import { ANSWER_WITHIN_MS } from "./send.ts";

/**
 * Sends once more what the server refused as too late although it is not, by our clock: the server's went forward since its last answer. It
 * was not carried out, and by the refusal it is known what time it is there.
 */
export function inTimeLink(): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) =>
      observable((observer) => {
        const untilMs = Date.now() + ANSWER_WITHIN_MS;
        let sent = next(op).subscribe({
          next: (value) => observer.next(value),
          error(error) {
            if (detailsOf(error)["isTooLate"] === true && Date.now() < untilMs) sent = next(op).subscribe(observer);
            else observer.error(error);
          },
          complete: () => observer.complete(),
        });
        return () => sent.unsubscribe();
      });
}
