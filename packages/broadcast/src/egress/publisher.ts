import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { PlanDestination } from "@nightjar/contract";
import { z } from "zod";
import { monotonicMs } from "../playout/monotonic.ts";
import { type ProcessIdentity, identify, makeFifo, startDetached } from "./kernel/index.ts";
import { ownReads } from "./own-reads.ts";

/** One process that sends to one destination; it outlives us, and this record is how we find it again. */
export const publisherRecord = z.object({
  destinationId: z.string(),
  generation: z.number().int(),
  pid: z.number().int(),
  startTicks: z.number(),
  /** Holds the FIFO, ffmpeg's messages, and for a moment the preset with the key. */
  dir: z.string(),
  /** Monotonic; its connection's clock begins then. 0, a day or more too early, from versions that did not write it. */
  startedAtMs: z.number().default(0),
  /** Tells whether the address or the key has changed since, without telling them. */
  targetHash: z.string(),
  /** Absent until it was found. */
  ownReads: ownReads.optional(),
});
export type PublisherRecord = z.infer<typeof publisherRecord>;

export function targetHash(destination: PlanDestination): string {
  return createHash("sha256")
    .update(JSON.stringify([destination.url, destination.streamKey]))
    .digest("hex");
}

const FOLDER_PREFIX = "publisher-";

/** The folder of one publisher, in that of its session. */
export function publisherDir(sessionDir: string, destinationId: string, generation: number): string {
  return join(sessionDir, `${FOLDER_PREFIX}${encodeURIComponent(destinationId)}-${generation}`);
}

/**
 * Removes what publishers of an earlier process have left, but for those that are gone on with: the key of one that had not connected is
 * in it. At once, before another is started that may be given the same folder.
 */
export function removeLeftFolders(sessionDir: string, kept: readonly PublisherRecord[]): void {
  const keptNames = new Set(kept.map(({ dir }) => basename(dir)));
  const left = existsSync(sessionDir) ? readdirSync(sessionDir).filter((name) => name.startsWith(FOLDER_PREFIX)) : [];
  for (const name of left) if (!keptNames.has(name)) rmSync(join(sessionDir, name), { recursive: true, force: true });
}

export function fifoPath(record: Pick<PublisherRecord, "dir">): string {
  return join(record.dir, "in.flv");
}

const MESSAGES_FILE = "messages.txt";
const PRESET_FILE = "preset.txt";
/** At most so much at once; what has come is sent at once, however little. */
const READ_BYTES = 32_768;

/**
 * The FIFO of a new generation, so that no stale bytes precede the header. At once: each wait for the disk would be a wait behind all other
 * streams that are started in the same moment, and the processor has nothing to start meanwhile.
 */
async function prepareFifo(dir: string): Promise<void> {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  await makeFifo(join(dir, "in.flv"));
}

/**
 * Starts ffmpeg as a carrier from a FIFO of its own to the destination; it connects when that is opened for writing. What is fed is FLV, which
 * its RTMP takes byte by byte: so it is told of data only, and neither reads nor writes a tag itself, which costs an eighth more. The key
 * stands in a preset file that only we may read: in no command line, and in none of ffmpeg's messages.
 */
export async function startPublisher(options: {
  ffmpegPath: string;
  destination: PlanDestination;
  generation: number;
  dir: string;
}): Promise<PublisherRecord> {
  const { dir, destination, generation } = options;
  await prepareFifo(dir);
  const presetPath = join(dir, PRESET_FILE);
  writeFileSync(presetPath, `rtmp_playpath=${destination.streamKey}\n`, { mode: 0o600 });
  const input = ["-f", "data", "-raw_packet_size", String(READ_BYTES), "-i", "pipe:0"];
  const output = ["-map", "0", "-c", "copy", "-fpre", presetPath, "-f", "data", destination.url];
  const args = ["-nostdin", "-hide_banner", "-nostats", "-loglevel", "warning", ...input, ...output];
  const pid = startDetached(options.ffmpegPath, args, {
    stdinPath: fifoPath({ dir }),
    stdoutPath: "/dev/null",
    stderrPath: join(dir, MESSAGES_FILE),
  });
  const identity = identify(pid);
  if (!identity) throw new Error("the publisher ended at once");
  const { startTicks } = identity;
  const startedAtMs = monotonicMs();
  return { destinationId: destination.id, generation, pid, startTicks, dir, startedAtMs, targetHash: targetHash(destination) };
}

/** The folder of the publisher with this command line; null: it is none of any studio. */
export function publisherDirOf(commandLine: string): string | null {
  const args = commandLine.split("\0");
  const preset = args[args.indexOf("-fpre") + 1];
  return args.includes("-fpre") && preset?.endsWith(`/${PRESET_FILE}`) ? dirname(preset) : null;
}

/** Once ffmpeg has connected it has read the preset: the key then stands in no file but our encrypted ones. */
export async function forgetKey(record: PublisherRecord): Promise<void> {
  await rm(join(record.dir, PRESET_FILE), { force: true });
}

/** The recorded process itself, not another that was given its pid. */
export function isAlive(record: PublisherRecord): boolean {
  const identity = identify(record.pid);
  return identity !== null && isOf(identity, record);
}

/**
 * While the shell becomes ffmpeg, and while that is dying, a process has no command line for some milliseconds: only its start time tells of
 * it then, and it may be starting, or still hold its connection.
 */
export function isOf({ startTicks, commandLine }: ProcessIdentity, record: Pick<PublisherRecord, "startTicks" | "dir">): boolean {
  return startTicks === record.startTicks && (commandLine === "" || commandLine.includes(record.dir));
}

/** Ends what the record names, if it is still that. */
export function signalPublisher(record: PublisherRecord, signal: "SIGINT" | "SIGKILL"): void {
  if (!isAlive(record)) return;
  try {
    process.kill(record.pid, signal);
  } catch {
    // Ended between the look and the signal.
  }
}

const MESSAGES_TAIL_BYTES = 4096;

/** The end of what ffmpeg said: for us alone, because the far end may have written the key into it. */
export async function lastMessages(dir: string): Promise<string> {
  try {
    const file = await open(join(dir, MESSAGES_FILE), "r");
    try {
      const { size } = await file.stat();
      const tail = Buffer.alloc(Math.min(size, MESSAGES_TAIL_BYTES));
      await file.read(tail, 0, tail.length, size - tail.length);
      return tail.toString("utf8").trim();
    } finally {
      await file.close();
    }
  } catch {
    return "";
  }
}
