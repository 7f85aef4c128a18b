import type { Track } from "@nightjar/contract";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { trpc } from "../../lib/trpc.ts";
import { toQuery, type LibraryFilters } from "./filters.ts";

export interface TrackPages {
  readonly tracks: readonly Track[];
  /** How many the filters let through; undefined until told. */
  readonly total: number | undefined;
  readonly isPending: boolean;
  /** The rows still belong to the filters before. */
  readonly isStale: boolean;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  loadMore(): void;
  retry(): void;
}

/** The library, filtered and sorted by the server, page after page as the list is scrolled. */
export function useTrackPages(filters: LibraryFilters): TrackPages {
  const query = trpc.tracks.list.useInfiniteQuery(toQuery(filters), {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const { data, fetchNextPage, refetch } = query;
  const tracks = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  return {
    tracks,
    total: data?.pages[0]?.total,
    isPending: query.isPending,
    isStale: query.isPlaceholderData,
    error: query.error,
    hasMore: query.hasNextPage && !query.isFetchNextPageError,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
    retry: () => void refetch(),
  };
}
