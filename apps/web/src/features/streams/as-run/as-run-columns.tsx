import { formatDuration, hasReachedSomebody, type AsRunEntry, type TimeZone } from "@nightjar/contract";
import { Badge } from "@nightjar/ui";
import { createColumnHelper } from "@tanstack/react-table";
import { columnsWith } from "../../../layout/columns.tsx";
import { clockTime, plural } from "../../../lib/format.ts";

interface OfEntry {
  entry: AsRunEntry;
  timeZone: TimeZone;
}

function Interruptions({ entry, timeZone }: OfEntry) {
  const all = entry.destinations.flatMap(({ host, interruptions }) => interruptions.map((one) => ({ host, ...one })));
  if (all.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-warn">{plural(all.length, "interruption")}</summary>
      <ul className="mt-1 flex flex-col gap-0.5 text-soft tabular-nums">
        {all.map(({ host, from, to }) => (
          <li key={`${host} ${from}`} className="wrap-anywhere">
            {clockTime(from, timeZone)} – {clockTime(to, timeZone)} <span className="text-dim">{host}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function End({ entry: { endedAt, isOnAir }, timeZone }: OfEntry) {
  if (endedAt !== null) return <time dateTime={endedAt}>{clockTime(endedAt, timeZone)}</time>;
  return isOnAir ? <Badge tone="live">On air</Badge> : <span className="text-dim">end not known</span>;
}

function Notes({ entry, timeZone }: OfEntry) {
  const { endedAt } = entry;
  const isLost = endedAt !== null && !hasReachedSomebody({ ...entry, endedAt });
  return (
    <>
      {isLost && <p className="text-sm text-warn">No destination took it: it counts as no play.</p>}
      <Interruptions entry={entry} timeZone={timeZone} />
    </>
  );
}

export const asRunFeatures = columnsWith<object>();
const column = createColumnHelper<typeof asRunFeatures, AsRunEntry>();

/** Times are by the clocks of the zone. */
export const asRunColumns = (timeZone: TimeZone) =>
  column.columns([
    column.accessor("startedAt", {
      header: "On air",
      cell: ({ row: { original } }) => (
        <>
          <time dateTime={original.startedAt}>{clockTime(original.startedAt, timeZone)}</time> –{" "}
          <End entry={original} timeZone={timeZone} />
        </>
      ),
      meta: { cell: "w-40 shrink-0 text-sm text-soft tabular-nums" },
    }),
    column.accessor("title", {
      header: "Track",
      cell: ({ row: { original } }) => (
        <>
          <bdi className="font-medium text-ink">{original.title}</bdi> · <bdi>{original.artist}</bdi>
        </>
      ),
      meta: { cell: "name-line min-w-0 flex-1 basis-48 text-sm text-dim" },
    }),
    column.accessor("isrcCode", { header: "ISRC", meta: { cell: "text-sm text-dim tabular-nums" } }),
    column.accessor("endedAt", {
      header: "Length",
      cell: ({ row: { original } }) =>
        original.endedAt !== null && formatDuration(Date.parse(original.endedAt) - Date.parse(original.startedAt)),
      meta: { cell: "w-14 text-right text-sm text-dim tabular-nums max-sm:hidden" },
    }),
    column.display({
      id: "notes",
      header: "Interruptions",
      cell: ({ row }) => <Notes entry={row.original} timeZone={timeZone} />,
      meta: { cell: "basis-full empty:hidden" },
    }),
  ]);
