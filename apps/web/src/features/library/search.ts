import { TRACK_SORTS } from "@nightjar/contract";
import { z } from "zod";
import { NO_FILTERS, type LibraryFilters } from "./filters.ts";

/** A figure stands in an address without quotes. */
const text = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined);

/** What the address of /library carries: what the list is narrowed by, and its order. */
export const librarySearch = z.object({
  search: text,
  genre: text,
  artist: text,
  mood: text,
  key: text,
  tag: text,
  minBpm: text,
  maxBpm: text,
  minEnergy: text,
  maxEnergy: text,
  sort: z.enum(TRACK_SORTS).optional().catch(undefined),
} satisfies Record<keyof LibraryFilters, z.ZodType>);
export type LibrarySearch = z.infer<typeof librarySearch>;

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
