import { monotonicMs } from "../../playout/monotonic.ts";
import type { RenderView } from "../../render/render-pool.ts";

/** So shortly before it is needed, nothing that is not there yet is counted on. */
const TOO_LATE_MS = 5000;

/** Monotonic time as the scheduler counts it. */
export function onSchedulersClock(atMs: number | null): number {
  return atMs === null ? 0 : atMs - monotonicMs() + performance.now();
}

/** What is to follow will not be there in time, as far as the pace of its renders tells. Times on one clock. */
export function isBehind(next: { isReady: boolean; dueAtMs: number | null; nowMs: number; renders: readonly RenderView[] }): boolean {
  const { isReady, dueAtMs, nowMs, renders } = next;
  if (isReady || dueAtMs === null) return false;
  if (dueAtMs - nowMs < TOO_LATE_MS) return true;
  return renders.some((render) => {
    if (render.startedAtMs === null || render.dueAtMs === null || render.dueAtMs > dueAtMs || render.progress <= 0) return false;
    return render.startedAtMs + (nowMs - render.startedAtMs) / render.progress > dueAtMs;
  });
}
