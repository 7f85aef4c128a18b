import type { api } from "../../lib/trpc.ts";

export function loadBackgrounds(calls: typeof api): void {
  void calls.backgrounds.list.prefetch();
  void calls.backgrounds.uses.prefetch();
  void calls.backgrounds.preparations.prefetch();
  void calls.settings.get.prefetch();
  // What is live tells what a press changes on air.
  void calls.streams.summaries.prefetch();
}
