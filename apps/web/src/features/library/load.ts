import type { api } from "../../lib/trpc.ts";
import { NO_FILTERS, toQuery } from "./filters.ts";

export function loadLibrary(calls: typeof api): void {
  void calls.tracks.facets.prefetch();
  void calls.tracks.list.prefetchInfinite(toQuery(NO_FILTERS));
}
