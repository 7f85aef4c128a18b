import type { api } from "../../lib/trpc.ts";

export function loadWall(calls: typeof api): void {
  void calls.streams.list.prefetch();
  void calls.wall.look.prefetch();
}
