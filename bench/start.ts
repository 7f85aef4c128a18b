import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { benchFolder } from "./lib/folder.ts";
import { median } from "./lib/statistics.ts";

/**
 * How long `npm start` takes to a studio that is ready, when nothing changed since the last one, and from SIGTERM to its end: five times, each
 * with an empty data folder. Beside it the floor, which nothing that npm starts can be faster than: npm, and a Node that does nothing.
 */
const TIMES = 5;
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = benchFolder();

const startMs: number[] = [];
const endMs: number[] = [];
const floorMs: number[] = [];
// The first one of each builds what is missing and warms what is read from the disk.
await start();
await floor();
for (let time = 0; time < TIMES; time += 1) {
  const { readyMs, endedMs } = await start();
  startMs.push(readyMs);
  endMs.push(endedMs);
  floorMs.push(await floor());
}
const figures = (times: readonly number[]) => `${Math.round(median(times))} ms (median of ${times.map(Math.round).join(", ")})`;
process.stdout.write(`npm start, ready after ${figures(startMs)}\n`);
process.stdout.write(`SIGTERM, ended after ${figures(endMs)}\n`);
process.stdout.write(
  `an empty script of npm ${Math.round(median(floorMs))} ms: ${(median(startMs) / median(floorMs)).toFixed(1)} times the floor\n`,
);

async function start(): Promise<{ readyMs: number; endedMs: number }> {
  const dataDir = await mkdtemp(join(folder, "data-"));
  const admin = { ADMIN_EMAIL: "bench@nightjar.example", ADMIN_PASSWORD: "bench-password" };
  const env = { ...process.env, PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir, LOG_LEVEL: "error", ...admin };
  const startedAtMs = performance.now();
  const child = spawn("npm", ["start"], { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  for await (const chunk of child.stdout) if (String(chunk).includes("ready at ")) break;
  const readyAtMs = performance.now();
  child.kill("SIGTERM");
  await ended;
  return { readyMs: readyAtMs - startedAtMs, endedMs: performance.now() - readyAtMs };
}

async function floor(): Promise<number> {
  const startedAtMs = performance.now();
  const child = spawn("npm", ["exec", "--offline", "-c", `${process.execPath} -e 0`], { cwd: root, stdio: "ignore" });
  await once(child, "close");
  return performance.now() - startedAtMs;
}
