import { readToken } from "./session.ts";
import { queryClient } from "./trpc.ts";

/**
 * Signed out or in as somebody else in another tab: nothing that was read before is shown. A tab that slept hears of both at once, at the new
 * session, and keeps its screens; they read anew then, and go on hearing of what changes.
 */
export function forgetOtherSession(): void {
  if (readToken() === null) return queryClient.clear();
  void queryClient.resetQueries();
  queryClient.removeQueries({ predicate: (query) => query.getObserversCount() === 0 });
}
