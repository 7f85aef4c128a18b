import type { api } from "../../lib/trpc.ts";
import { toQuery } from "./filters.ts";
import { filtersOf, type LibrarySearch } from "./search.ts";

export function loadLibrary(calls: typeof api, search: LibrarySearch): void {
  void calls.tracks.facets.prefetch();
  void calls.tracks.list.prefetchInfinite(toQuery(filtersOf(search)));
}
