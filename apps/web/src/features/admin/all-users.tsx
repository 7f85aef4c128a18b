import type { User } from "@nightjar/contract";
import { Button, Card, CardHeader, cn, EmptyState, SearchInput, Select } from "@nightjar/ui";
import { getRouteApi } from "@tanstack/react-router";
import { Users } from "lucide-react";
import { useCallback } from "react";
import { Cells, Headings, useColumns } from "../../layout/columns.tsx";
import { Reading } from "../../layout/reading.tsx";
import { trpc } from "../../lib/trpc.ts";
import { useTyped } from "../../lib/use-typed.ts";
import { type AdminSearch, adminSearch, shownUsers, STATUSES, USER_SORTS } from "./search.ts";
import { USER_COLUMNS, USER_ROW, type UserActions, userFeatures } from "./user-columns.tsx";

const route = getRouteApi("/_studio/admin");

interface NarrowProps {
  search: AdminSearch;
  onChange: (search: AdminSearch) => void;
}

/** What the list is narrowed by, and its order. */
function Narrow({ search, onChange }: NarrowProps) {
  /** Another list begins at its first page. */
  const put = (change: Record<string, unknown>) => onChange(adminSearch({ ...search, ...change, page: undefined }));
  return (
    <div role="search" className="grid grid-cols-2 gap-3 px-5 pt-4 md:grid-cols-[minmax(0,1fr)_10rem_13rem]">
      <SearchInput
        aria-label="Search users"
        placeholder="E-mail"
        className="max-md:col-span-2"
        value={search.search ?? ""}
        maxLength={200}
        onChange={(event) => put({ search: event.target.value })}
      />
      <Select aria-label="Status" value={search.status ?? ""} onChange={(event) => put({ status: event.target.value })}>
        <option value="">All Statuses</option>
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {`${status[0]?.toUpperCase()}${status.slice(1)}`}
          </option>
        ))}
      </Select>
      <Select aria-label="Sort by" value={search.sort ?? "newest"} onChange={(event) => put({ sort: event.target.value })}>
        {USER_SORTS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}

function Table({ users, actions }: { users: readonly User[]; actions: UserActions }) {
  const table = useColumns(userFeatures, { columns: USER_COLUMNS, data: users, getRowId: ({ id }: User) => id, meta: actions });
  return (
    <div role="table" aria-labelledby="all-users">
      <div role="rowgroup" className="max-xl:sr-only">
        <Headings table={table} className={cn(USER_ROW, "pb-2")} />
      </div>
      <div role="rowgroup">
        {table.getRowModel().rows.map((row) => {
          const busy = actions.changes.underWay.has(row.id);
          return (
            <div
              key={row.id}
              role="row"
              aria-busy={busy}
              className={cn(USER_ROW, "border-t border-line py-3.5 xl:py-2.5", busy && "opacity-60")}
            >
              <Cells table={table} row={row} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface PagesProps {
  page: number;
  pages: number;
  onTurn: (page: number) => void;
}

function Pages({ page, pages, onTurn }: PagesProps) {
  if (pages === 1) return null;
  return (
    <nav aria-label="Pages of users" className="flex items-center justify-between gap-3 border-t border-line px-5 pt-4">
      <Button size="sm" disabled={page === 1} onClick={() => onTurn(page - 1)}>
        Previous
      </Button>
      <p className="text-sm text-dim tabular-nums">
        Page {page} of {pages}
      </p>
      <Button size="sm" disabled={page === pages} onClick={() => onTurn(page + 1)}>
        Next
      </Button>
    </nav>
  );
}

function List(actions: UserActions) {
  const [{ users }] = trpc.admin.users.useSuspenseQuery();
  const settled = route.useSearch();
  const navigate = route.useNavigate();
  const settle = useCallback((search: AdminSearch) => navigate({ search, replace: true, resetScroll: false }), [navigate]);
  const [search, change] = useTyped<AdminSearch>(settled, settle);
  const shown = shownUsers(users, settled);
  return (
    <>
      <Narrow search={search} onChange={change} />
      <div className="mt-4">
        {shown.total === 0 ? <EmptyState icon={<Users />} title="No users found" /> : <Table users={shown.users} actions={actions} />}
      </div>
      <Pages page={shown.page} pages={shown.pages} onTurn={(page) => void navigate({ search: adminSearch({ ...settled, page }) })} />
    </>
  );
}

export function AllUsers(actions: UserActions) {
  return (
    <Card aria-labelledby="all-users" className="pb-4">
      <CardHeader id="all-users" title="All Users" />
      <Reading loading="Loading..." failed="Failed to fetch users">
        <List {...actions} />
      </Reading>
    </Card>
  );
}
