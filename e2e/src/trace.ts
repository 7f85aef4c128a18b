import type { Browser, Page } from "playwright-core";

/** What one frame of a page took of its main thread, in milliseconds. */
export interface Frame {
  /** Scripts and what they dispatch, style and layout. */
  readonly scriptAndLayoutMs: number;
  /** The same as processor time: without the moments in which other programs had the processor. */
  readonly scriptAndLayoutCpuMs: number;
  /** Of that, what scripts took without the layout that they forced: as Chromium's performance panel tells scripting from rendering. */
  readonly scriptCpuMs: number;
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
  /** Of the processor. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "disabled-by-default-devtools.timeline.frame", "v8"];
/** What Chromium's own performance panel counts as scripting. */
const SCRIPTS = new Set([
  ...["EventDispatch", "FunctionCall", "FireAnimationFrame", "TimerFire", "RunMicrotasks", "EvaluateScript"],
  ...["V8.GCScavenger", "MinorGC", "MajorGC", "BlinkGC.AtomicPhase"],
]);
/** And as style and layout. */
const LAYOUT = new Set(["UpdateLayoutTree", "Layout", "PrePaint", "HitTest", "IntersectionObserverController::computeIntersections"]);

/** Runs something and tells what the page's main thread did in each frame meanwhile. */
export async function framesDuring(browser: Browser, page: Page, run: () => Promise<void>): Promise<Frame[]> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await run();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString("utf8")) as { traceEvents: TraceEvent[] };
  return framesOf(traceEvents);
}

/** Of the renderer that had most to do, the frames in which a script ran. */
export function framesOf(events: readonly TraceEvent[]): Frame[] {
  const mains = events.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain");
  const threads = mains.map(({ pid, tid }) => events.filter((event) => event.pid === pid && event.tid === tid));
  const thread = (threads.toSorted((a, b) => b.length - a.length)[0] ?? []).toSorted((a, b) => a.ts - b.ts);
  const starts = thread.filter(({ name }) => name === "BeginMainThreadFrame").map(({ ts }) => ts);
  const scripts = outermost(thread.filter(({ name }) => SCRIPTS.has(name)));
  const layouts = outermost(thread.filter(({ name }) => LAYOUT.has(name)));
  const forced = layouts.filter(({ ts }) => scripts.some((script) => ts >= script.ts && ts < script.ts + (script.dur ?? 0)));
  const counted = outermost(thread.filter(({ name }) => SCRIPTS.has(name) || LAYOUT.has(name)));
  const tasks = outermost(thread.filter(({ name }) => name === "RunTask"));
  const animated = thread.filter(({ name }) => name === "FireAnimationFrame");
  return starts.slice(0, -1).flatMap((from, index) => {
    const isWithin = ({ ts }: TraceEvent) => ts >= from && ts < (starts[index + 1] ?? from);
    if (!animated.some(isWithin)) return [];
    const own = counted.filter(isWithin);
    return {
      scriptAndLayoutMs: sumOf(own, ({ dur = 0 }) => dur),
      scriptAndLayoutCpuMs: sumOf(own, cpuOf),
      scriptCpuMs: sumOf(scripts.filter(isWithin), cpuOf) - sumOf(forced.filter(isWithin), cpuOf),
      busyMs: sumOf(tasks.filter(isWithin), ({ dur = 0 }) => dur),
    };
  });
}

const cpuOf = ({ dur = 0, tdur = dur }: TraceEvent): number => tdur;
const sumOf = (events: readonly TraceEvent[], us: (event: TraceEvent) => number): number =>
  events.reduce((sum, event) => sum + us(event), 0) / 1000;

/** Without those that lie within another one. @param events in their order */
function outermost(events: readonly TraceEvent[]): TraceEvent[] {
  let end = 0;
  return events.filter(({ ph, ts, dur = 0 }) => {
    if (ph !== "X" || ts < end) return false;
    end = ts + dur;
    return true;
  });
}

/** The smallest value that this share of all is not above. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;
}
