import type { StreamId } from "@nightjar/contract";
import type { api } from "../../lib/trpc.ts";
import { logPage } from "./as-run/as-run-query.ts";
import type { StreamSearch } from "./search.ts";

const OF_TAB = {
  tracklist: () => undefined,
  background: (calls: typeof api) => void calls.backgrounds.list.prefetch(),
  overlays: (calls: typeof api) => void calls.overlays.templates.prefetch(),
};

/** The server says of an id that is none that there is no such stream. */
const isStreamId = (id: string | undefined): id is StreamId => id !== undefined && id !== "";

/** All that the address shows is asked for at once, before any of its parts is on the screen. */
export function loadStreams(calls: typeof api, search: StreamSearch): void {
  void calls.streams.summaries.prefetch();
  const { stream: id } = search;
  if (!isStreamId(id)) return;
  void calls.streams.get.prefetch({ id });
  void calls.streams.live.prefetch({ id });
  void calls.streams.listDestinations.prefetch({ id });
  // What stands above the tracklist comes with it, or moves it under a finger.
  void calls.youtube.status.prefetch({ streamId: id });
  const zone = calls.streams.summaries.getData()?.find((stream) => stream.id === id)?.timeZone;
  // Days are those of the stream's zone: where that is not known yet, a log narrowed by days is read by its card.
  if (zone !== undefined || (search.from === undefined && search.to === undefined)) {
    void calls.streams.asRun.prefetch(logPage(id, search, zone ?? null));
  }
  OF_TAB[search.tab ?? "tracklist"](calls);
}
