import type { api } from "../../lib/trpc.ts";

export function loadSettings(calls: typeof api): void {
  void calls.settings.get.prefetch();
  void calls.settings.renderEncoders.prefetch();
}
