import type { AsRunEntry, Stream } from "@nightjar/contract";
import { Button, Card, CardHeader, EmptyState, Field, Input } from "@nightjar/ui";
import { Download, History } from "lucide-react";
import { getRouteApi } from "@tanstack/react-router";
import { Cells, Headings, useColumns } from "../../../layout/columns.tsx";
import { Reading } from "../../../layout/reading.tsx";
import { dayOf } from "../../../lib/format.ts";
import { trpc } from "../../../lib/trpc.ts";
import { AS_RUN_COLUMNS, asRunFeatures } from "./as-run-columns.tsx";
import type { StreamSearch } from "../search.ts";
import { csvAddress, logPage, type AsRunDays } from "./as-run-query.ts";

const route = getRouteApi("/_studio/streaming");

/** Entries, with the day above the first of each. */
function Entries({ entries }: { entries: AsRunEntry[] }) {
  const table = useColumns(asRunFeatures, { columns: AS_RUN_COLUMNS, data: entries, getRowId: ({ entryId }: AsRunEntry) => entryId });
  const days = Map.groupBy(table.getRowModel().rows, ({ original }) => dayOf(original.startedAt));
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={day} className="pt-3">
      <h3 className="pb-1.5 text-xs font-medium text-dim">{day}</h3>
      <div role="table" aria-label={day}>
        <div role="rowgroup" className="sr-only">
          <Headings table={table} className="" />
        </div>
        <div role="rowgroup">
          {ofDay.map((row) => (
            <div key={row.id} role="row" className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-t border-line py-2.5">
              <Cells table={table} row={row} />
            </div>
          ))}
        </div>
      </div>
    </section>
  ));
}

interface LogProps {
  stream: Stream;
  search: StreamSearch;
  onTurn: (cursor: string | undefined) => void;
}

function Log({ stream, search, onTurn }: LogProps) {
  const [{ items, nextCursor }] = trpc.streams.asRun.useSuspenseQuery(logPage(stream.id, search));
  if (items.length === 0 && search.log === undefined)
    return <EmptyState icon={<History />} title="Nothing aired" text="Every track that goes on air is noted here." className="py-8" />;
  return (
    <>
      <Entries entries={items} />
      <nav aria-label="Pages of the log" className="mt-3 flex justify-between gap-3 empty:hidden">
        {search.log !== undefined && (
          <Button size="sm" onClick={() => onTurn(undefined)}>
            Newest
          </Button>
        )}
        {nextCursor !== null && (
          <Button size="sm" className="ml-auto" onClick={() => onTurn(nextCursor)}>
            Older
          </Button>
        )}
      </nav>
    </>
  );
}

/** What really aired, for rights societies and for whoever asks what that song was. */
export function AsRunCard({ stream }: { stream: Stream }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const days: AsRunDays = { first: search.from ?? "", last: search.to ?? "" };
  const setDays = ({ first, last }: AsRunDays) => {
    const { from: _from, to: _to, log: _log, ...others } = search;
    const span = { ...(first !== "" && { from: first }), ...(last !== "" && { to: last }) };
    void navigate({ search: { ...others, ...span }, replace: true, resetScroll: false });
  };
  const turn = (cursor: string | undefined) => {
    const { log: _log, ...others } = search;
    void navigate({ search: { ...others, ...(cursor !== undefined && { log: cursor }) }, resetScroll: false });
  };
  return (
    <Card aria-labelledby="as-run" className="pb-5">
      <CardHeader
        id="as-run"
        title="As-Run Log"
        description="What really aired, and when."
        aside={
          <Button asChild size="sm">
            <a href={csvAddress(stream.id, days)} download>
              <Download aria-hidden />
              Download CSV
            </a>
          </Button>
        }
      />
      <div className="grid grid-cols-2 gap-3 px-5 pt-4 sm:max-w-md">
        <Field label="From">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={days.first}
              max={days.last}
              onChange={(event) => setDays({ ...days, first: event.target.value })}
            />
          )}
        </Field>
        <Field label="To">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={days.last}
              min={days.first}
              onChange={(event) => setDays({ ...days, last: event.target.value })}
            />
          )}
        </Field>
      </div>
      <div className="px-5 pt-2">
        <Reading loading="Loading the log..." failed="The log could not be read" of={[search.from, search.to, search.log].join()}>
          <Log stream={stream} search={search} onTurn={turn} />
        </Reading>
      </div>
    </Card>
  );
}
