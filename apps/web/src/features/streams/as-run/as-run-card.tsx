import type { AsRunEntry, StreamHead, TimeZone } from "@nightjar/contract";
import { Button, Card, CardHeader, EmptyState } from "@nightjar/ui";
import { Download, History, SearchX } from "lucide-react";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { Cells, Headings, useColumns } from "../../../layout/columns.tsx";
import { Reading } from "../../../layout/reading.tsx";
import { dayOf } from "../../../lib/format.ts";
import { trpc } from "../../../lib/trpc.ts";
import { knownZone, zoneName } from "../../../lib/zone.ts";
import type { StreamSearch } from "../search.ts";
import { asRunColumns, asRunFeatures } from "./as-run-columns.tsx";
import { AsRunFilters, isNarrowed } from "./as-run-filters.tsx";
import { csvAddress, logPage } from "./as-run-query.ts";

const route = getRouteApi("/_studio/streaming");

/** Entries, with the day above the first of each. */
function Entries({ entries, timeZone }: { entries: AsRunEntry[]; timeZone: TimeZone }) {
  const columns = useMemo(() => asRunColumns(timeZone), [timeZone]);
  const table = useColumns(asRunFeatures, { columns, data: entries, getRowId: ({ entryId }: AsRunEntry) => entryId });
  const days = Map.groupBy(table.getRowModel().rows, ({ original }) => dayOf(original.startedAt, timeZone));
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
  stream: StreamHead;
  search: StreamSearch;
  onTurn: (cursor: string | undefined) => void;
}

function Log({ stream, search, onTurn }: LogProps) {
  const [{ items, nextCursor }] = trpc.streams.asRun.useSuspenseQuery(logPage(stream.id, search, stream.timeZone));
  if (items.length === 0 && isNarrowed(search))
    return <EmptyState icon={<SearchX />} title="Nothing found" text="Nothing that aired is like that." className="py-8" />;
  if (items.length === 0 && search.log === undefined)
    return <EmptyState icon={<History />} title="Nothing aired" text="Every track that goes on air is noted here." className="py-8" />;
  return (
    <>
      <Entries entries={items} timeZone={stream.timeZone} />
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
export function AsRunCard({ stream }: { stream: StreamHead }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { timeZone } = stream;
  const turn = (cursor: string | undefined) => {
    const { log: _log, ...others } = search;
    void navigate({ search: { ...others, ...(cursor !== undefined && { log: cursor }) }, resetScroll: false });
  };
  const { from, to, kind, find, log } = search;
  return (
    <Card aria-labelledby="as-run" className="pb-5">
      <CardHeader
        id="as-run"
        title="As-Run Log"
        description={`What really aired, and when, by the clocks of ${zoneName(knownZone(timeZone))}.`}
        aside={
          <Button asChild size="sm">
            <a href={csvAddress(stream.id, search, timeZone)} download>
              <Download aria-hidden />
              {isNarrowed(search) ? "Download These as CSV" : "Download CSV"}
            </a>
          </Button>
        }
      />
      <AsRunFilters />
      <div className="px-5 pt-2">
        <Reading loading="Loading the log..." failed="The log could not be read" of={[from, to, kind, find, log, timeZone].join()}>
          <Log stream={stream} search={search} onTurn={turn} />
        </Reading>
      </div>
    </Card>
  );
}
