import type { Browser, Page } from "playwright-core";

/** One frame of a page, in milliseconds of its main thread. */
export interface Frame {
  /** Scripts and what they dispatch, style and layout. */
  readonly scriptAndLayoutMs: number;
  /** All that the thread did: also painting and handing layers over. */
  readonly busyMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly args?: { readonly name?: string };
}

const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "disabled-by-default-devtools.timeline.frame", "v8"];
/** What Chromium's own performance panel counts as scripting, and as style and layout. */
const COUNTED = new Set([
  ...["EventDispatch", "FunctionCall", "FireAnimationFrame", "TimerFire", "RunMicrotasks", "EvaluateScript", "V8.GCScavenger"],
  ...[
    "MinorGC",
    "MajorGC",
    "BlinkGC.AtomicPhase",
    "UpdateLayoutTree",
    "Layout",
    "PrePaint",
    "HitTest",
    "IntersectionObserverController::computeIntersections",
  ],
]);

/** Runs something and tells what the page's main thread did in each frame meanwhile. */
export async function framesDuring(browser: Browser, page: Page, run: () => Promise<void>): Promise<Frame[]> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await run();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString("utf8")) as { traceEvents: TraceEvent[] };
  return framesOf(traceEvents);
}

/** The frames of the renderer that had most to do. */
export function framesOf(events: readonly TraceEvent[]): Frame[] {
  const mains = events.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain");
  const threads = mains.map(({ pid, tid }) => events.filter((event) => event.pid === pid && event.tid === tid));
  const thread = threads.toSorted((a, b) => b.length - a.length)[0] ?? [];
  const starts = thread
    .filter(({ name }) => name === "BeginMainThreadFrame")
    .map(({ ts }) => ts)
    .toSorted((a, b) => a - b);
  const counted = merged(thread.filter(({ name }) => COUNTED.has(name)));
  const busy = merged(thread.filter(({ name }) => name === "RunTask"));
  return starts.slice(0, -1).map((from, index) => {
    const to = starts[index + 1] ?? from;
    return { scriptAndLayoutMs: within(counted, from, to), busyMs: within(busy, from, to) };
  });
}

type Span = readonly [fromUs: number, toUs: number];

/** Without overlaps: events contain each other. */
function merged(events: readonly TraceEvent[]): Span[] {
  const spans = events
    .filter(({ ph }) => ph === "X")
    .map(({ ts, dur = 0 }): Span => [ts, ts + dur])
    .toSorted(([a], [b]) => a - b);
  const result: Span[] = [];
  for (const [from, to] of spans) {
    const last = result.at(-1);
    if (last !== undefined && from <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], to)];
    else result.push([from, to]);
  }
  return result;
}

function within(spans: readonly Span[], from: number, to: number): number {
  return spans.reduce((sum, [start, end]) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)), 0) / 1000;
}

/** The smallest value that this share of all is not above. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;
}
