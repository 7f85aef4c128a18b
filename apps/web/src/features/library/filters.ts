import type { TRACK_SORTS } from "@nightjar/contract";
import type { Inputs } from "../../lib/trpc.ts";

export type TrackSort = (typeof TRACK_SORTS)[number];

/** What the library is narrowed by. Empty text: not at all. Tag, greatest BPM and energy have no control yet. */
export interface LibraryFilters {
  readonly search: string;
  readonly genre: string;
  readonly artist: string;
  readonly mood: string;
  readonly key: string;
  readonly tag: string;
  readonly minBpm: string;
  readonly maxBpm: string;
  readonly minEnergy: string;
  readonly maxEnergy: string;
  readonly sort: TrackSort;
}

export const NO_FILTERS: LibraryFilters = {
  search: "",
  genre: "",
  artist: "",
  mood: "",
  key: "",
  tag: "",
  minBpm: "",
  maxBpm: "",
  minEnergy: "",
  maxEnergy: "",
  sort: "recent",
};

export const SORTS: readonly { value: TrackSort; label: string }[] = [
  { value: "recent", label: "Recently Added" },
  { value: "alphabetical", label: "Alphabetical" },
  { value: "plays", label: "Most Played" },
  { value: "popularity", label: "Popularity" },
  { value: "energy", label: "Energy" },
  { value: "bpm", label: "BPM" },
];

export const PAGE_SIZE = 100;

/** True when something is left out of the list. */
export const isNarrowed = (filters: LibraryFilters): boolean =>
  Object.entries(filters).some(([name, value]) => name !== "sort" && value !== "");

const TEXTS = ["search", "genre", "artist", "mood", "key", "tag"] as const;
const NUMBERS = ["minBpm", "maxBpm", "minEnergy", "maxEnergy"] as const;

/** The filters as the server's call takes them: what is empty or no number is left out. */
export function toQuery(filters: LibraryFilters): Inputs["tracks"]["list"] {
  const texts = TEXTS.map((name) => [name, filters[name].trim()] as const).filter(([, value]) => value !== "");
  const numbers = NUMBERS.filter((name) => filters[name].trim() !== "")
    .map((name) => [name, Number(filters[name])] as const)
    .filter(([, value]) => Number.isFinite(value));
  return { ...Object.fromEntries(texts), ...Object.fromEntries(numbers), sort: filters.sort, limit: PAGE_SIZE };
}
