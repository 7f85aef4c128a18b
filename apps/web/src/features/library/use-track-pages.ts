import type { Track } from "@nightjar/contract";
import { useDeferredValue, useMemo } from "react";
import { trpc } from "../../lib/trpc.ts";
import { toQuery, type LibraryFilters } from "./filters.ts";

export interface TrackPages {
  readonly tracks: readonly Track[];
  /** How many the filters let through. */
  readonly total: number;
  /** The rows still belong to the filters before. */
  readonly isStale: boolean;
  readonly isLoadingMore: boolean;
  /** The next page could not be read: `loadMore` tries again. */
  readonly isMoreFailed: boolean;
  loadMore(): void;
  /** For a list whose end comes near: there is more, and nothing is being read. */
  readonly onNearEnd: (() => void) | undefined;
}

/** The library, filtered and sorted by the server, page after page as the list is scrolled. */
export function useTrackPages(filters: LibraryFilters): TrackPages {
  // The rows before stay on the screen until the new ones are there.
  const shown = useDeferredValue(filters);
  const [{ pages }, query] = trpc.tracks.list.useSuspenseInfiniteQuery(toQuery(shown), {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const tracks = useMemo(() => pages.flatMap((page) => page.items), [pages]);
  // A reading anew of all pages would be thrown away for the next one, and what it was for never be seen.
  const loadMore = () => void query.fetchNextPage({ cancelRefetch: false });
  return {
    ...{ tracks, loadMore },
    total: pages[0]?.total ?? 0,
    isStale: shown !== filters,
    isLoadingMore: query.isFetchingNextPage,
    isMoreFailed: query.isFetchNextPageError && !query.isFetchingNextPage,
    onNearEnd: query.hasNextPage && !query.isFetchNextPageError && !query.isFetching ? loadMore : undefined,
  };
}
