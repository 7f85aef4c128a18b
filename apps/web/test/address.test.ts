import { defaultParseSearch, defaultStringifySearch } from "@tanstack/react-router";
import { expect, it } from "vitest";
import { NO_FILTERS, type LibraryFilters } from "../src/features/library/filters.ts";
import { filtersOf, librarySearch, searchOf } from "../src/features/library/search.ts";
import { chosen, streamSearch } from "../src/features/streams/search.ts";

const visit = (address: string) => librarySearch(defaultParseSearch(address));
const reload = (filters: LibraryFilters) => filtersOf(visit(defaultStringifySearch(searchOf(filters))));

it("filters of the library come back from the address as they were, whatever was typed", () => {
  const all: LibraryFilters = { ...NO_FILTERS, search: "1984 & more", genre: "Lo-fi", key: "F♯ minor", minBpm: "90", sort: "bpm" };
  expect(reload(all)).toEqual(all);
  expect(reload({ ...NO_FILTERS, search: "null" })).toEqual({ ...NO_FILTERS, search: "null" });
  expect(defaultStringifySearch(searchOf(NO_FILTERS))).toBe("");
});

it("an address written by hand is taken as far as it makes sense", () => {
  expect(filtersOf(visit("?minBpm=90&sort=loudest&genre=house&page=3"))).toEqual({ ...NO_FILTERS, minBpm: "90", genre: "house" });
  expect(streamSearch({ stream: "a", tab: "viewers", from: "yesterday", to: "2026-03-01", log: 5 })).toEqual({
    ...{ stream: "a", to: "2026-03-01" },
  });
});

it("another stream opens at the same tab, with the whole of its log", () => {
  expect(chosen("b", { stream: "a", tab: "overlays", from: "2026-03-01", log: "x" })).toEqual({ stream: "b", tab: "overlays" });
});
