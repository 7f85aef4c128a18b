import type { api } from "../../lib/trpc.ts";

export function loadOverlay(calls: typeof api): void {
  void calls.overlays.templates.prefetch();
  void calls.streams.summaries.prefetch();
  void calls.backgrounds.list.prefetch();
  // Loaders are part of the first file every page loads; the renderer is not.
  void import("../../lib/scene/host.ts").then(({ startSceneHost }) => startSceneHost());
}
