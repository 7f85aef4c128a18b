import type { Track, TrackId } from "@nightjar/contract";
import { Button, Card, cn, EmptyState, Loading } from "@nightjar/ui";
import { ListPlus, Music } from "lucide-react";
import type { ReactNode } from "react";
import { Cells, Headings, useColumns } from "../../layout/columns.tsx";
import { Reading } from "../../layout/reading.tsx";
import { VirtualRows } from "../../layout/virtual-rows.tsx";
import type { Chosen } from "../../lib/use-chosen.ts";
import { ChooseFound } from "./choose-found.tsx";
import type { LibraryFilters } from "./filters.ts";
import { COLUMNS, TRACK_COLUMNS, trackFeatures, type TrackActions } from "./track-columns.tsx";
import { MoreFailed } from "./more-failed.tsx";
import { useTrackPages } from "./use-track-pages.ts";

const ROW_PX = 64;

export interface TrackListProps {
  filters: LibraryFilters;
  currentId: string | null;
  actions: TrackActions;
  chosen: Chosen<TrackId>;
  onAddToStream: () => void;
  /** Shown when there is nothing, under 'No tracks found'. */
  whenEmpty: { text: string; action: ReactNode };
}

/** 'All Tracks': only the rows on the screen exist, however long the library is. */
export function TrackList(props: TrackListProps) {
  return (
    <Card aria-labelledby="all-tracks" className="overflow-clip pb-2">
      <Reading
        loading={
          <>
            <Heading />
            <Loading text="Loading tracks..." />
          </>
        }
        failed="The tracks could not be read"
        of={JSON.stringify(props.filters)}
      >
        <Tracks {...props} />
      </Reading>
    </Card>
  );
}

function Heading({ total }: { total?: number }) {
  return (
    <h2 id="all-tracks" className="px-3 pt-5 pb-4 font-semibold tracking-tight tabular-nums sm:px-5">
      All Tracks{total !== undefined && ` (${total.toLocaleString("en")})`}
    </h2>
  );
}

function Tracks({ filters, currentId, actions, chosen, onAddToStream, whenEmpty }: TrackListProps) {
  const { tracks, total, isStale, isLoadingMore, isMoreFailed, loadMore, onNearEnd } = useTrackPages(filters);
  const table = useColumns(trackFeatures, {
    ...{ columns: TRACK_COLUMNS, data: tracks, getRowId: ({ id }: Track) => id },
    meta: { actions, currentId, chosen },
  });
  const { rows } = table.getRowModel();
  return (
    <>
      <Heading total={total} />
      {chosen.ids.size > 0 && (
        <div data-above-rows className="px-3 pt-2 pb-3 sm:px-5">
          <div
            role="group"
            aria-label="Chosen tracks"
            className="flex flex-wrap items-center gap-x-3 rounded-lg bg-raised px-3 max-sm:pb-2"
          >
            <ChooseFound filters={filters} total={total} chosen={chosen} />
            <Button size="sm" variant="primary" className="ml-auto" onClick={onAddToStream}>
              <ListPlus aria-hidden />
              Add to Stream
            </Button>
          </div>
        </div>
      )}
      {rows.length === 0 && <EmptyState icon={<Music />} title="No tracks found" {...whenEmpty} />}
      {rows.length > 0 && (
        <div
          role="table"
          aria-labelledby="all-tracks"
          aria-rowcount={total + 1}
          aria-busy={isStale}
          className={cn(isStale && "opacity-60")}
        >
          <div role="rowgroup" className="max-xl:sr-only">
            <Headings table={table} className={cn(COLUMNS, "pb-2")} />
          </div>
          <VirtualRows count={rows.length} rowPx={ROW_PX} keyOf={(index) => rows[index]?.id ?? index} onNearEnd={onNearEnd}>
            {(index) => {
              const row = rows[index];
              if (!row) return null;
              const look = row.id === currentId ? "bg-moon/8" : "hover:bg-raised/60";
              return (
                <div role="row" aria-rowindex={index + 2} className={cn(COLUMNS, "h-16 border-t border-line", look)}>
                  <Cells table={table} row={row} />
                </div>
              );
            }}
          </VirtualRows>
        </div>
      )}
      {isLoadingMore && <Loading text="Loading tracks..." className="py-5" />}
      {isMoreFailed && <MoreFailed onTryAgain={loadMore} />}
    </>
  );
}
