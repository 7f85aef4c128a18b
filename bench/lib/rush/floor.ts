import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { RtmpIngest } from "../../../tooling/rtmp-ingest/src/index.ts";
import { keepBusy } from "../busy.ts";
import { ffmpeg, kept } from "../tools.ts";

const CORES = 2;
const WARM_UP_MS = 2000;
const LOOK_MS = 5;
const MOST_MS = 60_000;

/**
 * The least that so many first packets can take on this machine now: the programs that send, all started at once by a process that does
 * nothing else, with bytes that lie ready.
 * @returns of each, in milliseconds, when its first bytes were at the ingest, earliest first
 */
export async function floorOf(ingest: RtmpIngest, { count, isBusy }: { count: number; isBusy: boolean }): Promise<number[]> {
  const source = join(ingest.dir, "floor.source");
  const picture = ["-f", "lavfi", "-i", "color=s=320x180:r=25:d=2", "-f", "lavfi", "-i", "anullsrc=d=2", "-shortest"];
  await ffmpeg([...picture, "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", "-f", "flv", source]);
  const calm = isBusy ? keepBusy(CORES) : () => undefined;
  try {
    if (isBusy) await pause(WARM_UP_MS);
    return await firstPackets(ingest, source, count);
  } finally {
    calm();
    rmSync(source);
    for (const name of recordingsIn(ingest.dir)) rmSync(join(ingest.dir, name));
  }
}

async function firstPackets(ingest: RtmpIngest, source: string, count: number): Promise<number[]> {
  const beganAtMs = performance.now();
  const senders = Array.from({ length: count }, (_, index) => send(`${ingest.url}/floor${index}`, source));
  const arrivedMs = new Map<string, number>();
  while (arrivedMs.size < count) {
    const afterMs = performance.now() - beganAtMs;
    if (afterMs > MOST_MS) throw new Error(`Of ${count} sending programs ${arrivedMs.size} came to the ingest.`);
    for (const name of recordingsIn(ingest.dir))
      if (!arrivedMs.has(name) && statSync(join(ingest.dir, name)).size > 0) arrivedMs.set(name, afterMs);
    await pause(LOOK_MS);
  }
  await Promise.all(senders);
  return [...arrivedMs.values()];
}

/** As a publisher does it, see packages/broadcast/src/egress/publisher.ts. */
async function send(url: string, source: string): Promise<void> {
  const stdin = openSync(source, "r");
  const input = ["-nostdin", "-loglevel", "error", "-f", "data", "-raw_packet_size", "32768", "-i", "pipe:0"];
  const child = kept(spawn("ffmpeg", [...input, "-map", "0", "-c", "copy", "-f", "data", url], { stdio: [stdin, "ignore", "inherit"] }));
  closeSync(stdin);
  await once(child, "exit");
}

function recordingsIn(dir: string): string[] {
  return readdirSync(dir).filter((name) => name.startsWith("floor") && name.endsWith(".flv"));
}
