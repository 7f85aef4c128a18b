import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkRecording } from "../../src/check/check-recording.ts";
import { PACKET_MS } from "../../src/check/sound.ts";
import { FlvStreamParser } from "../../src/flv/stream-parser.ts";
import { AAC_PREFIX_BYTES, BACK_POINTER_BYTES, FlvError, TAG_HEADER_BYTES } from "../../src/flv/tag.ts";

const RESULTS = resolve(import.meta.dirname, "../../../../test-results/chaos");

export interface ChaosEntry {
  /** What was done to the stream. */
  readonly what: string;
  readonly expected: string;
  /** What was seen: the states the stream went through, or how long something took. */
  readonly seen: string;
  /** Programme that no recording holds; 0: none. */
  readonly holeMs: number;
}

/** A row of the table that `npm run nightly` prints: what was done, and the hole it left on air. */
export function noteChaos(entry: ChaosEntry): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, `${entry.what.replaceAll(/\W+/g, "-")}.json`), JSON.stringify(entry));
  console.info(`chaos | ${entry.what} | ${entry.seen} | hole ${Math.round(entry.holeMs)} ms`);
}

/** Packets of sound of a recording or a unit, in order, each by its content. */
export function soundOf(path: string): string[] {
  const found: string[] = [];
  try {
    for (const tag of new FlvStreamParser().push(readFileSync(path))) {
      if (tag.kind !== "audio") continue;
      const data = tag.bytes.subarray(TAG_HEADER_BYTES + AAC_PREFIX_BYTES, -BACK_POINTER_BYTES);
      found.push(createHash("sha1").update(data).digest("base64"));
    }
  } catch (error) {
    // What stands behind the tags of a unit is no tag.
    if (!(error instanceof FlvError)) throw error;
  }
  return found;
}

/** Places of the packets of the longest unit of sound in an engine's cache. */
export function longestSound(engineDir: string): ReadonlyMap<string, number> {
  const dir = join(engineDir, "cache");
  const files = readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".flv"));
  const longest = files.map((name) => soundOf(join(dir, name))).reduce((best, one) => (one.length > best.length ? one : best), []);
  return new Map(longest.map((packet, index) => [packet, index]));
}

/** Programme missing between recordings of one session, while its first track sounded: it is told by its packets. */
export function missingBetween(paths: readonly string[], track: ReadonlyMap<string, number>): number {
  const places = paths.map((path) => soundOf(path).flatMap((packet) => track.get(packet) ?? [])).filter((found) => found.length > 0);
  let missing = 0;
  for (const [index, later] of places.entries()) {
    const last = places[index - 1]?.at(-1);
    const [first = 0] = later;
    if (last !== undefined) missing += Math.max(0, first - last - 1);
  }
  return missing * PACKET_MS;
}

/** Every recording must be sound in itself. @returns what is missing inside of them */
export async function holesWithin(paths: readonly string[]): Promise<number> {
  let missingMs = 0;
  for (const path of paths) {
    const report = await checkRecording(path);
    if (report.video.count + report.audio.count === 0) continue;
    missingMs += Math.max(report.video.missingMs, report.audio.missingMs);
    const others = report.problems.filter(({ rule }) => rule !== "hole" && rule !== "no-picture" && rule !== "no-sound");
    if (others.length > 0) throw new Error(`${path}: ${JSON.stringify(others.slice(0, 3))}`);
  }
  return missingMs;
}
