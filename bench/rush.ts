import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { startRtmpIngest } from "../tooling/rtmp-ingest/src/index.ts";
import { benchFolder } from "./lib/folder.ts";
import { CASES, type Setting, type Wish, spend } from "./lib/rush/evening.ts";
import { floorOf } from "./lib/rush/floor.ts";
import { STREAM_COUNT, materialIn } from "./lib/rush/material.ts";
import { report } from "./lib/rush/report.ts";
import { heedSignals } from "./lib/studio.ts";
import { print } from "./lib/tools.ts";

/**
 * A label's busy evening on two cores: a dozen streams with pictures of their own go on air within a second, when nothing is rendered
 * (`cold`), when the studio has had time (`prepared`), and after the machine has failed, with what was rendered (`reboot`) and without
 * it (`gone`). `npm run bench -- rush [CASE ...] [quiet] [busy]`: `busy` keeps both cores at work with something else; with a case alone
 * it is quiet, and with nothing it is all of them both ways. RUSH_SECONDS says how long each is watched; RUSH_MATERIAL names a folder in
 * which what is uploaded is kept for the next time, RUSH_KEEP one for recordings and logs.
 */
const LOADS = ["quiet", "busy"] as const;
const SECONDS = Number(process.env["RUSH_SECONDS"] ?? 600);
const CORES = 2;

heedSignals();
process.exitCode = await all(process.argv.slice(2));

async function all(words: readonly string[]): Promise<number> {
  const unknown = words.find((word) => ![...CASES, ...LOADS].some((known) => known === word));
  if (unknown !== undefined) throw new Error(`There is no ${unknown}: ${[...CASES, ...LOADS].join(", ")}.`);
  if (!(SECONDS >= 30)) throw new Error("RUSH_SECONDS must be at least 30.");
  stayOnTwoCores();
  const wishes = wishesOf(words, Math.max(CORES, availableParallelism() - 1));
  const dir = benchFolder();
  const ingestDir = join(dir, "ingest");
  mkdirSync(ingestDir);
  const ingest = await startRtmpIngest({ dir: ingestDir });
  try {
    const { acts, materialDir } = await materialIn(process.env["RUSH_MATERIAL"] ?? join(dir, "material"));
    print(`${STREAM_COUNT} streams, ${acts.flatMap(({ tracks }) => tracks).length} tracks, ${availableParallelism()} cores`);
    const setting: Setting = {
      acts,
      materialDir,
      dataDir: join(dir, "data"),
      logPath: join(dir, "studio.log"),
      ingest,
      keepDir: process.env["RUSH_KEEP"] ?? null,
    };
    let isGood = true;
    for (const wish of wishes) {
      const floorMs = await floorOf(ingest, { count: STREAM_COUNT, isBusy: wish.isBusy });
      isGood = report(await spend(setting, wish), wish, floorMs) && isGood;
    }
    return isGood ? 0 : 1;
  } finally {
    await ingest.remove();
  }
}

function wishesOf(words: readonly string[], workers: number): Wish[] {
  const kinds = CASES.filter((kind) => words.includes(kind));
  const loads = LOADS.filter((load) => words.includes(load));
  const usual = words.length === 0 ? LOADS : LOADS.slice(0, 1);
  return (kinds.length > 0 ? kinds : CASES).flatMap((kind) =>
    (loads.length > 0 ? loads : usual).map((load) => ({ kind, isBusy: load === "busy", seconds: SECONDS, workers })),
  );
}

/** What is started from here on stays there too. */
function stayOnTwoCores(): void {
  if (availableParallelism() <= CORES) return;
  spawnSync("taskset", ["-a", "-p", "-c", `0-${CORES - 1}`, String(process.pid)], { stdio: "ignore" });
  if (availableParallelism() > CORES) throw new Error("taskset is needed to stay on two cores.");
}
