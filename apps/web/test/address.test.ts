import { type User, userId } from "@nightjar/contract";
import { defaultParseSearch, defaultStringifySearch } from "@tanstack/react-router";
import { describe, expect, it } from "vitest";
import { adminSearch, shownUsers, USERS_A_PAGE } from "../src/features/admin/search.ts";
import { NO_FILTERS, type LibraryFilters } from "../src/features/library/filters.ts";
import { filtersOf, librarySearch, searchOf } from "../src/features/library/search.ts";
import { overlaySearch } from "../src/features/overlay/search.ts";
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
  expect(streamSearch(defaultParseSearch("?stream=a&find=1984"))).toEqual({ stream: "a", find: "1984" });
});

it("over how long viewers are shown stands in the address of a stream", () => {
  expect(streamSearch({ stream: "a", viewers: "week" })).toEqual({ stream: "a", viewers: "week" });
  expect(streamSearch({ stream: "a", viewers: "year" })).toEqual({ stream: "a" });
});

it("which panel of the designer is open stands in its address", () => {
  expect(overlaySearch({ template: "a", panel: "layers" })).toEqual({ template: "a", panel: "layers" });
  expect(overlaySearch({ template: "a", panel: "drawers" })).toEqual({ template: "a" });
});

it("another stream opens at the same tab, with the whole of its log", () => {
  expect(chosen("b", { stream: "a", tab: "overlays", from: "2026-03-01", log: "x" })).toEqual({ stream: "b", tab: "overlays" });
});

describe("the list of users", () => {
  const user = (index: number, status: User["status"]): User => ({
    ...{
      id: userId.parse(`00000000-0000-4000-8000-${String(index).padStart(12, "0")}`),
      email: `Person${index}@label.example`,
      role: "staff",
    },
    ...{ status, createdAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(), approvedAt: null },
  });
  const users = Array.from({ length: 120 }, (_, index) => user(index, index % 2 === 0 ? "approved" : "pending"));
  const emails = (address: string) => shownUsers(users, adminSearch(defaultParseSearch(address))).users.map(({ email }) => email);

  it("shows a page of those an address asks for, in its order", () => {
    expect(emails("")).toHaveLength(USERS_A_PAGE);
    expect(emails("").slice(0, 2)).toEqual(["Person119@label.example", "Person118@label.example"]);
    expect(emails("?sort=oldest&page=3").at(0)).toBe("Person100@label.example");
    expect(emails("?sort=email&search=PERSON11").slice(0, 3)).toEqual([
      "Person11@label.example",
      "Person110@label.example",
      "Person111@label.example",
    ]);
    expect(emails("?search=12&status=approved")).toEqual(["Person112@label.example", "Person12@label.example"]);
    expect(emails("?search=nobody")).toEqual([]);
  });

  it("takes an address written by hand as far as it makes sense, and shows the last page for one behind it", () => {
    expect(adminSearch(defaultParseSearch("?status=gone&sort=loudest&page=0&search="))).toEqual({});
    expect(shownUsers(users, { page: 9 })).toMatchObject({ page: 3, pages: 3, total: 120 });
  });

  it("comes back from the address as it was", () => {
    const search = { search: "1984", status: "rejected", sort: "email", page: 2 } as const;
    expect(adminSearch(defaultParseSearch(defaultStringifySearch(search)))).toEqual(search);
  });
});
