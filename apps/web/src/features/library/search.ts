import { addressTextOf, oneOf } from "../../lib/shape.ts";
import { NO_FILTERS, SORTS, type LibraryFilters } from "./filters.ts";

/** What the address of /library carries: what the list is narrowed by, and its order. */
export type LibrarySearch = { readonly [Name in keyof LibraryFilters]?: LibraryFilters[Name] | undefined };

const NAMES = ["search", "genre", "artist", "mood", "key", "tag", "minBpm", "maxBpm", "minEnergy", "maxEnergy"] as const;

export function librarySearch(given: Record<string, unknown>): LibrarySearch {
  const texts = NAMES.map((name) => [name, addressTextOf(given[name])] as const);
  const sorts = SORTS.map(({ value }) => value);
  return { ...Object.fromEntries(texts), sort: oneOf(sorts, given["sort"]) };
}

/** The filters that an address names; what it leaves out is as at first. */
export function filtersOf(search: LibrarySearch): LibraryFilters {
  const given = Object.entries(search).filter(([, value]) => value !== undefined);
  return { ...NO_FILTERS, ...Object.fromEntries(given) };
}

/** The shortest address of these filters. */
export function searchOf(filters: LibraryFilters): LibrarySearch {
  const others = Object.entries(filters).filter(([name, value]) => value !== NO_FILTERS[name as keyof LibraryFilters]);
  return Object.fromEntries(others);
}
