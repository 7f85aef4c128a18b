import type { api } from "../../lib/trpc.ts";

/** Asks for only as many tracks as it takes to be told how many there are. */
export const COUNT_ONLY = { limit: 1 } as const;

/** A disk fills without anybody having changed anything. */
export const ATTENTION_POLL_MS = 60_000;

export function loadDashboard(calls: typeof api): void {
  void calls.tracks.list.prefetch(COUNT_ONLY);
  void calls.streams.summaries.prefetch();
  void calls.settings.get.prefetch();
  void calls.sample.status.prefetch();
  void calls.activity.attention.prefetch();
  void calls.activity.recent.prefetch();
}
