import { startSceneHost } from "../../lib/scene/host.ts";
import type { api } from "../../lib/trpc.ts";

export function loadOverlay(calls: typeof api): void {
  void calls.overlays.templates.prefetch();
  void calls.streams.list.prefetch();
  void calls.backgrounds.list.prefetch();
  startSceneHost();
}
