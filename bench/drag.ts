import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { benchFolder } from "./lib/folder.ts";
import { EMAIL, PASSWORD, Studio } from "./lib/studio.ts";

/**
 * What dragging costs the browser's main thread in each frame, in scripts, style and layout: with 60 elements on the canvas, and with 10
 * in the same run. From Chromium's trace, with a mouse that moves as fast as frames come.
 */
const MOVES = Number(process.env["MOVES"] ?? 300);
const MOST_MS = 8;
/** Of processor time with 60 elements and with 10: by the clock, what else runs on the machine would decide. */
const MOST_RATIO = 1.5;

interface Result {
  readonly kind: string;
  readonly count: number;
  readonly frames: number;
  /** Median, 95th percentile, largest. */
  readonly wallMs: readonly [number, number, number];
  readonly cpuMs: readonly [number, number, number];
  readonly busyMs: readonly [number, number, number];
}

const dir = benchFolder();
process.exitCode = await measure(join(dir, "data"));

async function measure(dataDir: string): Promise<number> {
  const studio = await Studio.start(dataDir);
  const results: Result[] = [];
  try {
    const script = new URL("../e2e/bench/drag.ts", import.meta.url).pathname;
    const child = spawn(process.execPath, [script, studio.url, EMAIL, PASSWORD, String(MOVES)], { stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(child, "close");
    for await (const line of createInterface({ input: child.stdout })) results.push(JSON.parse(line) as Result);
    const [code] = (await ended) as [number | null];
    if (code !== 0) throw new Error(`the browser's part ended with ${code}`);
  } finally {
    await studio.stop(dataDir);
  }
  return report(results);
}

function report(results: readonly Result[]): number {
  print("main thread per frame, ms           scripts, style, layout     of it processor time       everything it did");
  print("drag of                   frames    median      p95      max   median      p95      max   median      p95      max");
  for (const { kind, count, frames, wallMs, cpuMs, busyMs } of results) {
    const figures = [...wallMs, ...cpuMs, ...busyMs].map((ms) => ms.toFixed(2).padStart(8)).join(" ");
    print(`${kind.padEnd(14)} ${String(count).padStart(3)} elements ${String(frames).padStart(5)}    ${figures}`);
  }
  const kept = [...new Set(results.map(({ kind }) => kind))].map((kind) => {
    const [few, many] = [10, 60].map((count) => results.find((result) => result.kind === kind && result.count === count));
    const p95 = many?.wallMs[1] ?? Number.NaN;
    const ratio = (many?.cpuMs[1] ?? Number.NaN) / (few?.cpuMs[1] ?? Number.NaN);
    const isKept = p95 <= MOST_MS && ratio <= MOST_RATIO;
    const told = `p95 with 60 ${p95.toFixed(2)} ms, at most ${MOST_MS}; processor time 60 / 10 ${ratio.toFixed(2)}, at most ${MOST_RATIO}`;
    print(`${kind}: ${told}   ${isKept ? "ok" : "MISSED"}`);
    return isKept;
  });
  return kept.length > 0 && kept.every(Boolean) ? 0 : 1;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
