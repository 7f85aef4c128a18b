import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import type { LibraryFilters } from "./filters.ts";
import { filtersOf, searchOf } from "./search.ts";

const route = getRouteApi("/_studio/library");
const TYPING_PAUSE_MS = 200;

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
  const [typed, setTyped] = useState<LibraryFilters | null>(null);
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => {
      const arrived = () => setTyped((now) => (now === typed ? null : now));
      void navigate({ search: searchOf(typed), replace: true, resetScroll: false }).then(arrived);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, navigate]);
  return { filters: typed ?? settled, settled, change: setTyped };
}
