import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "@nightjar/media";
import { RecordingChecker, type RecordingReport } from "../../src/check/recording-checker.ts";
import { createFileSource } from "../../src/playout/file-source.ts";
import { UnitCache } from "../../src/render/cache.ts";
import type { UnitRecord } from "../../src/render/unit-record.ts";
import { audioEncoderArgs, videoEncoderArgs } from "../../src/render/encoder-args.ts";
import { UnitWriter } from "../../src/render/unit-writer.ts";
import { TagBatch } from "../../src/timeline/batch.ts";
import { Timeline } from "../../src/timeline/timeline.ts";
import type { UnitRef } from "../../src/timeline/unit.ts";
import { memoryLog } from "./engine.ts";
import { AUDIO_HEADER, VIDEO_HEADER, recordingBytes } from "./flv-recording.ts";
import { type Random, mutated, mutatedText } from "./mutations.ts";
import { PROFILE, SILENCE, pictures, segment } from "./synthetic.ts";

const KEY = "f".repeat(64);
const PLAYED_MS = 9000;

/** A real unit, as a render leaves it. */
export interface Seed {
  readonly record: UnitRecord;
  readonly header: Buffer;
  readonly bytes: Buffer;
}

/** Made by ffmpeg as the product makes its units: six seconds of noise, and two GOPs of a moving picture. */
export async function makeSeeds(dir: string): Promise<{ audio: Seed; video: Seed }> {
  const sound = ["-f", "lavfi", "-i", "anoisesrc=d=6:c=pink:r=48000:a=0.3", ...audioEncoderArgs(PROFILE)];
  const picture = ["-f", "lavfi", "-i", `testsrc2=s=320x180:r=${PROFILE.framesPerSecond}:d=4`, ...videoEncoderArgs(PROFILE, "ultrafast")];
  return { audio: await makeSeed(dir, "audio", sound), video: await makeSeed(dir, "video", picture) };
}

async function makeSeed(dir: string, kind: "audio" | "video", args: readonly string[]): Promise<Seed> {
  const path = join(dir, `${kind}.flv`);
  const writer = await UnitWriter.create(path, { kind, profile: PROFILE, expectedHeader: null, onGrowth: () => undefined });
  await run("ffmpeg", ["-v", "error", ...args], { timeoutMs: 60_000, onStdout: (chunk) => writer.push(chunk) });
  const { firstTagOffset, readableBytes, count, sha256 } = await writer.finish();
  await writer.close();
  const { header } = writer;
  if (!header) throw new Error("a unit begins with its header");
  return { record: { kind, firstTagOffset, bytes: readableBytes, count, sha256 }, header, bytes: await readFile(path) };
}

/**
 * What the cache gives out for a unit whose file or record went bad.
 * @returns what was done, and whether it is refused or untouched, and then taken again when it was made anew
 */
export async function askCache(dir: string, { record, header, bytes }: Seed, random: Random): Promise<{ name: string; isSafe: boolean }> {
  await rm(dir, { recursive: true, force: true });
  const cache = () => new UnitCache(dir, { log: memoryLog().log });
  const writer = cache();
  await writer.open();
  const put = async (into: UnitCache) => {
    const work = into.workPath(KEY);
    await writeFile(work, bytes);
    return into.publish(KEY, work, record);
  };
  const { path } = await put(writer);
  const recordPath = path.replace(/\.flv$/, ".json");
  const bad = mutated(bytes, record.firstTagOffset, random);
  const isRecord = random() < 0.2;
  if (isRecord) await writeFile(recordPath, mutatedText(await readFile(recordPath, "utf8"), random));
  else await writeFile(path, bad.bytes);
  const reader = cache();
  const given = await reader.get(KEY, { kind: record.kind, header });
  const isRight = given === null || (await isUntouched(given, bytes));
  if (given === null) await put(reader);
  const again = await reader.get(KEY, { kind: record.kind, header });
  return { name: isRecord ? "its record" : bad.name, isSafe: isRight && again !== null && (await isUntouched(again, bytes)) };
}

async function isUntouched(given: UnitRef, bytes: Buffer): Promise<boolean> {
  return given.readableBytes === bytes.length && hash(await readFile(given.path)) === hash(bytes);
}

const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** Plays units of which one goes bad on disk, behind the back of whoever had looked at it; what is sent must break no rule. */
export async function playDamaged(
  dir: string,
  seeds: { audio: Seed; video: Seed },
  random: Random,
): Promise<{ name: string; report: RecordingReport }> {
  await mkdir(dir, { recursive: true });
  const bad = random() < 0.5 ? "audio" : "video";
  const { name, bytes } = mutated(seeds[bad].bytes, seeds[bad].record.firstTagOffset, random);
  const files = await Promise.all(
    (["audio", "video"] as const).map(async (kind) => {
      const path = join(dir, `${kind}.flv`);
      const { record, bytes: good } = seeds[kind];
      await writeFile(path, kind === bad ? bytes : good);
      const { firstTagOffset } = record;
      return { ref: { key: kind, kind, path, firstTagOffset, readableBytes: good.length, isComplete: true }, bytes: good, edges: [] };
    }),
  );
  const [audio, video] = files;
  if (!audio || !video) throw new Error("made above");
  const slate = pictures("slate", 1);
  const source = createFileSource(() => undefined);
  for (const unit of [slate, SILENCE]) {
    unit.ref.path = join(dir, unit.ref.key);
    await writeFile(unit.ref.path, unit.bytes);
    source.hold(unit.ref);
  }
  const segments = [segment(1, video, audio)] as const;
  const timeline = new Timeline({ profile: PROFILE, source, silence: SILENCE.ref, picture: slate.ref, segments, onEvent: () => undefined });
  const batch = new TagBatch();
  const checker = new RecordingChecker();
  checker.push(recordingBytes([VIDEO_HEADER, AUDIO_HEADER]));
  for (let atMs = 600; atMs <= PLAYED_MS; atMs += 600) {
    batch.clear();
    timeline.produce(atMs, atMs, batch);
    checker.push(Buffer.from(batch.bytes));
  }
  timeline.close();
  return { name: `${bad}: ${name}`, report: checker.finish() };
}
