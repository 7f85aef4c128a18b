import { Button, Input, SearchInput, Select } from "@nightjar/ui";
import { SlidersHorizontal, X } from "lucide-react";
import { useState } from "react";
import { trpc } from "../../lib/trpc.ts";
import { isNarrowed, NO_FILTERS, SORTS, type LibraryFilters } from "./filters.ts";

export interface FilterBarProps {
  filters: LibraryFilters;
  onChange: (filters: LibraryFilters) => void;
}

interface ChoiceProps {
  label: string;
  all: string;
  value: string;
  options: readonly string[] | undefined;
  onChange: (value: string) => void;
}

function Choice({ label, all, value, options = [], onChange }: ChoiceProps) {
  // A chosen value stays in the list even when its last track is gone.
  const shown = value !== "" && !options.includes(value) ? [value, ...options] : options;
  return (
    <Select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{all}</option>
      {shown.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </Select>
  );
}

/** Search, four choices from what is present, the least BPM, and the order, by the room that is there: also in a dialog. On a phone all but the search is folded away. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  const facets = trpc.tracks.facets.useQuery();
  const [isOpen, setOpen] = useState(false);
  const set = (change: Partial<LibraryFilters>) => onChange({ ...filters, ...change });
  return (
    <div role="search" className="@container flex flex-col gap-3">
      <div className="flex gap-3">
        <SearchInput
          aria-label="Search tracks"
          placeholder="Title, artist, album or tag"
          className="flex-1"
          value={filters.search}
          maxLength={200}
          onChange={(event) => set({ search: event.target.value })}
        />
        <Button className="@md:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <SlidersHorizontal aria-hidden />
          Filters
        </Button>
        {isNarrowed(filters) && (
          <Button variant="ghost" onClick={() => onChange({ ...NO_FILTERS, sort: filters.sort })}>
            <X aria-hidden />
            Clear
          </Button>
        )}
      </div>
      <div
        className={`${isOpen ? "grid" : "hidden"} grid-cols-2 gap-3 @md:grid @md:grid-cols-3 @[54rem]:grid-cols-[repeat(4,1fr)_8rem_11rem]`}
      >
        <Choice label="Genre" all="All Genres" value={filters.genre} options={facets.data?.genres} onChange={(genre) => set({ genre })} />
        <Choice
          label="Artist"
          all="All Artists"
          value={filters.artist}
          options={facets.data?.artists}
          onChange={(artist) => set({ artist })}
        />
        <Choice label="Mood" all="All Moods" value={filters.mood} options={facets.data?.moods} onChange={(mood) => set({ mood })} />
        <Choice label="Key" all="All Keys" value={filters.key} options={facets.data?.keys} onChange={(key) => set({ key })} />
        <Input
          aria-label="Minimum BPM"
          placeholder="Min BPM"
          inputMode="numeric"
          className="tabular-nums"
          value={filters.minBpm}
          onChange={(event) => set({ minBpm: event.target.value.replace(/[^\d.]/g, "") })}
        />
        <Select
          aria-label="Sort by"
          value={filters.sort}
          onChange={(event) => set({ sort: SORTS.find((sort) => sort.value === event.target.value)?.value ?? "recent" })}
        >
          {SORTS.map((sort) => (
            <option key={sort.value} value={sort.value}>
              {sort.label}
            </option>
          ))}
        </Select>
      </div>
    </div>
  );
}
