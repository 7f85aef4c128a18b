import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { benchFolder } from "./lib/folder.ts";
import { median } from "./lib/statistics.ts";

/**
 * How long `npm start` takes to a studio that is ready, when nothing changed since the last one: five times, each with an empty data
 * folder. Beside it the floor, which nothing that npm starts can be faster than: npm, and a Node that does nothing.
 */
const TIMES = 5;
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = benchFolder();

const startMs: number[] = [];
const floorMs: number[] = [];
// The first one of each builds what is missing and warms what is read from the disk.
await start();
await floor();
for (let time = 0; time < TIMES; time += 1) {
  startMs.push(await start());
  floorMs.push(await floor());
}
const all = startMs.map((ms) => Math.round(ms)).join(", ");
process.stdout.write(`npm start, ready after ${Math.round(median(startMs))} ms (median of ${all})\n`);
process.stdout.write(
  `an empty script of npm ${Math.round(median(floorMs))} ms: ${(median(startMs) / median(floorMs)).toFixed(1)} times the floor\n`,
);

async function start(): Promise<number> {
  const dataDir = await mkdtemp(join(folder, "data-"));
  const admin = { ADMIN_EMAIL: "bench@nightjar.example", ADMIN_PASSWORD: "bench-password" };
  const env = { ...process.env, PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir, LOG_LEVEL: "error", ...admin };
  const startedAtMs = performance.now();
  const child = spawn("npm", ["start"], { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  for await (const chunk of child.stdout) if (String(chunk).includes("ready at ")) break;
  const readyMs = performance.now() - startedAtMs;
  child.kill("SIGTERM");
  await ended;
  return readyMs;
}

async function floor(): Promise<number> {
  const startedAtMs = performance.now();
  const child = spawn("npm", ["exec", "--offline", "-c", `${process.execPath} -e 0`], { cwd: root, stdio: "ignore" });
  await once(child, "close");
  return performance.now() - startedAtMs;
}
