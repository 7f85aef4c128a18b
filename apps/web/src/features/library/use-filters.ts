import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { useTyped } from "../../lib/use-typed.ts";
import type { LibraryFilters } from "./filters.ts";
import { filtersOf, searchOf } from "./search.ts";

const route = getRouteApi("/_studio/library");

export interface Filters {
  /** As they stand in their fields. */
  readonly filters: LibraryFilters;
  /** As they stand in the address: what the list is narrowed by. */
  readonly settled: LibraryFilters;
  change(filters: LibraryFilters): void;
}

/** The filters live in the address; what is being typed reaches it at the next pause. */
export function useFilters(): Filters {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const settled = useMemo(() => filtersOf(search), [search]);
  const settle = useCallback(
    (typed: LibraryFilters) => navigate({ search: searchOf(typed), replace: true, resetScroll: false }),
    [navigate],
  );
  const [filters, change] = useTyped(settled, settle);
  return { filters, settled, change };
}
