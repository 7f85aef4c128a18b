import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../tooling/rtmp-ingest/src/index.ts";
import { benchFolder } from "./lib/folder.ts";
import { median } from "./lib/statistics.ts";
import { EMAIL, PASSWORD, Studio } from "./lib/studio.ts";

/** How long a test stream takes from a press of Start until it plays in the browser, with sound, when it is prepared: five times. */
const TIMES = 5;
const MOST_MS = 3000;

interface Start {
  readonly playedMs: number;
  /** From its beginning: a silence before the first track would be seen as playing too. */
  readonly isHeard: boolean;
}

const dir = benchFolder();
process.exitCode = await measure(join(dir, "data"));

async function measure(dataDir: string): Promise<number> {
  const studio = await Studio.start(dataDir, { env: { RTMP_PORT: String(await freePort()) } });
  const starts: Start[] = [];
  try {
    const script = new URL("../e2e/bench/test-stream.ts", import.meta.url).pathname;
    const args = [script, studio.url, EMAIL, PASSWORD, dir, String(TIMES)];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(child, "close");
    for await (const line of createInterface({ input: child.stdout })) starts.push(JSON.parse(line) as Start);
    const [code] = (await ended) as [number | null];
    if (code !== 0) throw new Error(`the browser's part ended with ${code}`);
  } finally {
    await studio.stop(dataDir);
  }
  return report(starts);
}

function report(starts: readonly Start[]): number {
  const times = starts.map(({ playedMs }) => playedMs);
  const silent = starts.filter(({ isHeard }) => !isHeard).length;
  const isKept = median(times) <= MOST_MS && silent === 0;
  const all = times.map(Math.round).join(", ");
  process.stdout.write(`a prepared test stream plays ${Math.round(median(times))} ms after Start (median of ${all}), at most ${MOST_MS}; `);
  process.stdout.write(`${silent} of ${starts.length} began silent   ${isKept ? "ok" : "MISSED"}\n`);
  return isKept ? 0 : 1;
}
