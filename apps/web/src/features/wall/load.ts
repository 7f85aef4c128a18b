import type { api } from "../../lib/trpc.ts";

export function loadWall(calls: typeof api): void {
  void calls.streams.summaries.prefetch();
  void calls.wall.look.prefetch();
}
