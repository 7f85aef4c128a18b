import type { Browser, CDPSession, Page } from "playwright-core";
import { DESKTOP } from "./browser.ts";
import { until } from "./until.ts";

/** A phone's network on a poor day. */
const SLOW = { latencyMs: 150, downKbps: 1600, upKbps: 750 };
/** A script that came this soon after another's end was asked for because of it. */
const WAVE_SLACK_MS = 5;
const QUIET_MS = 500;

/** What a visitor with an empty cache had to fetch until a screen stood, and when. */
export interface FirstScreen {
  readonly scripts: number;
  /** Of the scripts' bodies, as they came over the wire. */
  readonly scriptBytes: number;
  /** As how many scripts waited for one another, one after the other. */
  readonly waves: number;
  /** Scripts that were asked for only once the account was known. */
  readonly afterAccount: readonly string[];
  /** Scripts that came without brotli. */
  readonly unpacked: readonly string[];
  readonly shellMs: number;
  readonly textMs: number;
  /** What the network alone takes of both, however busy this machine is: round trips and bytes. */
  readonly shellCostMs: number;
  readonly textCostMs: number;
}

const SCREEN_CHARS = 28;
const COLUMNS: readonly (readonly [string, (seen: FirstScreen) => string | number])[] = [
  ["scripts", ({ scripts }) => scripts],
  ["kB br", ({ scriptBytes }) => (scriptBytes / 1000).toFixed(1)],
  ["waves", ({ waves }) => waves],
  ["after auth.me", ({ afterAccount }) => afterAccount.length],
  ["shell: network ms", ({ shellCostMs }) => Math.round(shellCostMs)],
  ["measured ms", ({ shellMs }) => Math.round(shellMs)],
  ["text: network ms", ({ textCostMs }) => Math.round(textCostMs)],
  ["measured ms", ({ textMs }) => Math.round(textMs)],
];
export const TABLE_HEAD = `${"screen".padEnd(SCREEN_CHARS)}${COLUMNS.map(([name]) => `  ${name}`).join("")}`;
export const tableLine = (screen: string, seen: FirstScreen) =>
  `${screen.padEnd(SCREEN_CHARS)}${COLUMNS.map(([name, tell]) => `  ${String(tell(seen)).padStart(name.length)}`).join("")}`;

export interface Visit {
  readonly path: string;
  /** Of the session that was signed in; null: nobody is. */
  readonly storageState: string | null;
  /** The heading that says that the screen stands. */
  readonly heading: string;
  /** What else is waited for before the screen counts as whole. */
  readonly whole?: (page: Page) => Promise<unknown>;
  readonly slow: boolean;
}

/** Opens a screen in a browser that has never been here. Nothing is fetched ahead: to the page the browser is never idle. */
export async function visit(browser: Browser, baseURL: string, { path, storageState, heading, slow, whole }: Visit): Promise<FirstScreen> {
  const context = await browser.newContext({ baseURL, viewport: DESKTOP, ...(storageState !== null && { storageState }) });
  try {
    const page = await context.newPage();
    await page.addInitScript(noteWhenTextStands, heading);
    const wire = await listen(await context.newCDPSession(page), slow);
    await page.goto(path, { waitUntil: "commit" });
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
    await whole?.(page);
    await wire.quiet();
    return summed(await seenBy(page), wire.encodings);
  } finally {
    await context.close();
  }
}

interface Wire {
  /** What each answer was packed with, by its address. */
  readonly encodings: ReadonlyMap<string, string>;
  /** Resolves once nothing more is asked for; the event stream has no end and does not count. */
  quiet(): Promise<void>;
}

async function listen(wire: CDPSession, slow: boolean): Promise<Wire> {
  const encodings = new Map<string, string>();
  const pending = new Set<string>();
  let lastAtMs = performance.now();
  const done = ({ requestId }: { requestId: string }) => {
    pending.delete(requestId);
    lastAtMs = performance.now();
  };
  wire.on("Network.requestWillBeSent", ({ requestId, type }) => {
    if (type !== "EventSource") pending.add(requestId);
  });
  wire.on("Network.responseReceived", ({ response }) => {
    const [, encoding = ""] = Object.entries(response.headers).find(([name]) => name.toLowerCase() === "content-encoding") ?? [];
    encodings.set(response.url, encoding);
  });
  wire.on("Network.loadingFinished", done);
  wire.on("Network.loadingFailed", done);
  await wire.send("Network.enable");
  if (slow) await slowDown(wire);
  const isQuiet = () => pending.size === 0 && performance.now() - lastAtMs > QUIET_MS;
  return { encodings, quiet: async () => void (await until("nothing more is asked for", isQuiet)) };
}

async function slowDown(wire: CDPSession): Promise<void> {
  const bytesPerSecond = (kbps: number) => (kbps * 1000) / 8;
  await wire.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: SLOW.latencyMs,
    downloadThroughput: bytesPerSecond(SLOW.downKbps),
    uploadThroughput: bytesPerSecond(SLOW.upKbps),
  });
}

interface Fetched {
  readonly url: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly bytes: number;
}
interface Seen {
  readonly page: Pick<Fetched, "bytes">;
  readonly fetched: readonly Fetched[];
  readonly shellMs: number;
  readonly textMs: number;
}

const seenBy = (page: Page): Promise<Seen> =>
  page.evaluate(() => ({
    page: {
      bytes: performance
        .getEntriesByType("navigation")
        .reduce((sum, entry) => sum + (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0), 0),
    },
    fetched: performance
      .getEntriesByType("resource")
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .map(({ name, startTime, responseEnd, encodedBodySize }) => ({
        url: name,
        startMs: startTime,
        endMs: responseEnd,
        bytes: encodedBodySize,
      })),
    shellMs: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    textMs: performance.getEntriesByName("text")[0]?.startTime ?? Number.NaN,
  }));

/** Runs in the page before anything of it. */
function noteWhenTextStands(heading: string): void {
  globalThis.requestIdleCallback = () => 0;
  const watch = new MutationObserver(() => {
    if (![...document.querySelectorAll("h1")].some((node) => node.textContent === heading)) return;
    watch.disconnect();
    requestAnimationFrame(() => performance.mark("text"));
  });
  watch.observe(document, { childList: true, subtree: true, characterData: true });
}

/** To connect, and to be answered with the page. */
const ROUNDS_TO_PAGE = 2;
/** About what the heads of a request and its answer take. */
const HEADS_BYTES = 500;

/** What a slow network takes for the page and what was fetched after it. */
function costMs(page: Pick<Fetched, "bytes">, fetched: readonly Fetched[]): number {
  const bytes = fetched.reduce((sum, one) => sum + one.bytes + HEADS_BYTES, page.bytes + HEADS_BYTES);
  return (ROUNDS_TO_PAGE + wavesOf(fetched)) * SLOW.latencyMs + (8 * bytes) / SLOW.downKbps;
}

function summed({ page, fetched, shellMs, textMs }: Seen, encodings: ReadonlyMap<string, string>): FirstScreen {
  const inOrder = fetched.toSorted((a, b) => a.startMs - b.startMs);
  const scripts = inOrder.filter(({ url }) => new URL(url).pathname.endsWith(".js"));
  const account = fetched.find(({ url }) => new URL(url).pathname.startsWith("/trpc/auth.me"));
  const nameOf = ({ url }: Fetched) => new URL(url).pathname.split("/").at(-1) ?? url;
  return {
    scripts: scripts.length,
    scriptBytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0),
    waves: wavesOf(scripts),
    afterAccount: scripts.filter(({ startMs }) => account !== undefined && startMs >= account.endMs).map(nameOf),
    unpacked: scripts.filter(({ url }) => encodings.get(url) !== "br").map(nameOf),
    shellMs,
    textMs,
    // Nothing is painted before the stylesheet.
    shellCostMs: costMs(
      page,
      inOrder.filter(({ url }) => new URL(url).pathname.endsWith(".css")),
    ),
    textCostMs: costMs(
      page,
      inOrder.filter(({ endMs }) => endMs <= textMs),
    ),
  };
}

/** @param fetched in the order they were asked for */
function wavesOf(fetched: readonly Fetched[]): number {
  const waves: number[] = [];
  for (const [index, { startMs }] of fetched.entries()) {
    const before = fetched.slice(0, index).flatMap(({ endMs }, at) => (endMs <= startMs + WAVE_SLACK_MS ? [waves[at] ?? 0] : []));
    waves.push(1 + Math.max(0, ...before));
  }
  return Math.max(0, ...waves);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
