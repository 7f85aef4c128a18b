import { Card, cn, EmptyState, Loading } from "@nightjar/ui";
import { Music } from "lucide-react";
import type { ReactNode } from "react";
import { Reading } from "../../layout/reading.tsx";
import { VirtualRows } from "../../layout/virtual-rows.tsx";
import { COLUMNS, TrackRow, type TrackActions } from "./track-row.tsx";
import type { LibraryFilters } from "./filters.ts";
import { useTrackPages } from "./use-track-pages.ts";

const ROW_PX = 64;
const HEADINGS = ["#", "Title", "Artist", "Duration", "Plays", "Status", "Actions"];

export interface TrackListProps {
  filters: LibraryFilters;
  currentId: string | null;
  actions: TrackActions;
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

function Tracks({ filters, currentId, actions, whenEmpty }: TrackListProps) {
  const { tracks, total, isStale, hasMore, isLoadingMore, loadMore } = useTrackPages(filters);
  return (
    <>
      <Heading total={total} />
      {tracks.length === 0 && <EmptyState icon={<Music />} title="No tracks found" {...whenEmpty} />}
      {tracks.length > 0 && (
        <div
          role="table"
          aria-labelledby="all-tracks"
          aria-rowcount={total + 1}
          aria-busy={isStale}
          className={cn(isStale && "opacity-60")}
        >
          <div role="rowgroup" className="max-xl:sr-only">
            <div role="row" aria-rowindex={1} className={cn(COLUMNS, "pb-2 text-xs font-medium text-dim")}>
              {HEADINGS.map((heading) => (
                <div key={heading} role="columnheader" className="last:text-right">
                  {heading}
                </div>
              ))}
            </div>
          </div>
          <VirtualRows
            count={tracks.length}
            rowPx={ROW_PX}
            keyOf={(index) => tracks[index]?.id ?? index}
            onNearEnd={hasMore && !isLoadingMore ? loadMore : undefined}
          >
            {(index) => {
              const track = tracks[index];
              return track && <TrackRow track={track} number={index + 1} isCurrent={track.id === currentId} actions={actions} />;
            }}
          </VirtualRows>
        </div>
      )}
      {isLoadingMore && <Loading text="Loading tracks..." className="py-5" />}
    </>
  );
}
