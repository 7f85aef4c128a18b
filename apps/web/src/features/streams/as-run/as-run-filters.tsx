import { AS_RUN_KINDS } from "@nightjar/contract";
import { Button, Field, Input, Select } from "@nightjar/ui";
import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { oneOf } from "../../../lib/shape.ts";
import { useTyped } from "../../../lib/use-typed.ts";
import type { StreamSearch } from "../search.ts";

const route = getRouteApi("/_studio/streaming");

/** By what the log is narrowed, as the address says it. */
export type LogFilters = Pick<StreamSearch, "from" | "to" | "kind" | "find">;

const KIND_NAMES = { interrupted: "Interrupted somewhere", unheard: "Taken by no destination" } as const;
const NONE: LogFilters = {};

export const isNarrowed = ({ from, to, kind, find }: LogFilters): boolean => [from, to, kind, find].some((one) => one !== undefined);

/** Only what is set: the address of the whole log is short. */
const given = ({ from, to, kind, find }: LogFilters): LogFilters => ({
  ...(from && { from }),
  ...(to && { to }),
  ...(kind && { kind }),
  ...(find && { find }),
});

/** Days, kind and text; they stand in the address, so that what was found can be sent to somebody. */
export function AsRunFilters() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const settled = useMemo(() => given(search), [search]);
  const settle = useCallback(
    (typed: LogFilters) =>
      navigate({
        search: ({ stream, tab, changes, viewers }) => ({ stream, tab, changes, viewers, ...given(typed) }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const [filters, change] = useTyped(settled, settle);
  const { from = "", to = "", kind = "", find = "" } = filters;
  return (
    <div className="grid grid-cols-2 items-end gap-3 px-5 pt-4">
      <Field label="From">
        {(control) => (
          <Input {...control} type="date" value={from} max={to} onChange={({ target }) => change({ ...filters, from: target.value })} />
        )}
      </Field>
      <Field label="To">
        {(control) => (
          <Input {...control} type="date" value={to} min={from} onChange={({ target }) => change({ ...filters, to: target.value })} />
        )}
      </Field>
      <Field label="Show" className="max-sm:col-span-2">
        {(control) => (
          <Select {...control} value={kind} onChange={({ target }) => change({ ...filters, kind: oneOf(AS_RUN_KINDS, target.value) })}>
            <option value="">All that aired</option>
            {AS_RUN_KINDS.map((id) => (
              <option key={id} value={id}>
                {KIND_NAMES[id]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Find" className="max-sm:col-span-2">
        {(control) => (
          <Input
            {...control}
            type="search"
            autoComplete="off"
            maxLength={200}
            placeholder="Title, artist or ISRC"
            value={find}
            onChange={({ target }) => change({ ...filters, find: target.value })}
          />
        )}
      </Field>
      {isNarrowed(settled) && (
        <Button size="sm" variant="ghost" className="justify-self-start max-sm:col-span-2" onClick={() => change(NONE)}>
          Clear Filters
        </Button>
      )}
    </div>
  );
}
