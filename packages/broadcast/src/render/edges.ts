import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AAC_PACKET_SAMPLES, type EncoderProfile, type PlanItem } from "@nightjar/contract";
import { createScheduler, run } from "@nightjar/media";
import { type AudioSource, SOUND_NICENESS, edgeArgs, gainDb, seamArgs } from "./audio.ts";
import type { UnitCache } from "./cache.ts";
import { EDGES } from "./cache-index.ts";
import type { DiskGuard } from "./disk.ts";
import { RENDERER_VERSION } from "./encoder-args.ts";
import { CHANNELS } from "./junction.ts";
import { NO_PHASE, type Seam } from "./phase.ts";
import type { AudioRequest, Urgency } from "./requests.ts";
import { readSealed, writeSealed } from "./sealed-file.ts";

/** Some samples of a track as it is aired, counted from the first of its unit. */
export interface Edge {
  readonly startSample: number;
  readonly samples: Float32Array;
}

export interface EdgeStoreOptions {
  readonly cache: UnitCache;
  readonly disk?: DiskGuard | undefined;
  readonly ffmpegPath: string;
  readonly ffmpegVersion: string;
}

const TIMEOUT_MS = 5 * 60_000;
const AT_ONCE = 2;
const EDGE_MAX_BYTES = 64 * 1024 * 1024;
/** A file's stated length may be this far off its real one. */
const LENGTH_SLACK_MS = 2000;

/** Beginnings and ends of tracks, not encoded: what junctions are made of. Kept, so that a pair costs no decoding. */
export class EdgeStore {
  readonly #options: EdgeStoreOptions;
  /** Beside the renders: what comes over from the track on air cannot wait for a place behind those of tracks to come. */
  readonly #scheduler = createScheduler({ concurrency: AT_ONCE, now: () => performance.now() });

  constructor(options: EdgeStoreOptions) {
    this.#options = options;
  }

  head(profile: EncoderProfile, request: AudioRequest, samples: number, urgency: Urgency): Promise<Edge> {
    return this.#edge(profile, request, { fromSample: 0, toSample: samples }, urgency);
  }

  /** From at least `samples` before the end to the very last sample. */
  tail(
    profile: EncoderProfile,
    request: AudioRequest,
    item: Pick<PlanItem, "durationMs">,
    samples: number,
    urgency: Urgency,
  ): Promise<Edge> {
    const startMs = item.durationMs - LENGTH_SLACK_MS;
    const fromSample = Math.max(0, Math.floor((startMs * profile.sampleRateHz) / 1000) - samples);
    return this.#edge(profile, request, { fromSample, toSample: null }, urgency);
  }

  /** The samples around the seam of two files that are one recording. */
  async seam(profile: EncoderProfile, from: AudioRequest, to: AudioRequest, seam: Seam, urgency: Urgency): Promise<Float32Array> {
    const range = { fromSample: seam.fromSample, toSample: seam.toSample };
    const args = seamArgs(profile, sourceOf(from), sourceOf(to), range);
    return this.#samples([...identityOf(from), ...identityOf(to), range, "seam"], profile, args, urgency);
  }

  async #edge(
    profile: EncoderProfile,
    request: AudioRequest,
    range: { fromSample: number; toSample: number | null },
    urgency: Urgency,
  ): Promise<Edge> {
    const leadSamples = (request.phase ?? NO_PHASE).wholePackets * AAC_PACKET_SAMPLES;
    const fileRange = { fromSample: range.fromSample + leadSamples, toSample: range.toSample && range.toSample + leadSamples };
    const args = edgeArgs(profile, sourceOf(request), fileRange);
    const samples = await this.#samples([...identityOf(request), fileRange], profile, args, urgency);
    return { startSample: range.fromSample, samples };
  }

  async #samples(identity: readonly unknown[], profile: EncoderProfile, args: readonly string[], urgency: Urgency): Promise<Float32Array> {
    const parts = JSON.stringify([RENDERER_VERSION, this.#options.ffmpegVersion, profile.sampleRateHz, ...identity]);
    const key = createHash("sha256").update(parts).digest("hex");
    const path = this.#options.cache.assetPath(join(EDGES, `${key}.f32`));
    const known = await readSealed(path);
    if (known) this.#options.cache.useEdge(`${key}.f32`);
    const bytes = known ?? (await this.#decode(args, path, key, urgency));
    return floatsOf(bytes);
  }

  #decode(args: readonly string[], path: string, key: string, urgency: Urgency): Promise<Buffer> {
    const { lane, dueAtMs, label } = urgency;
    // What an operator waits for is a second of sound: it takes no place from the renders, and none keeps it waiting.
    if (dueAtMs === 0) return this.#run(args, path, key);
    const job = this.#scheduler.schedule({ lane, dueAtMs, key: `edge-${key}`, label }, ({ signal }) => {
      return this.#run(args, path, key, signal);
    });
    return job.promise;
  }

  async #run(args: readonly string[], path: string, key: string, signal?: AbortSignal): Promise<Buffer> {
    const { disk, ffmpegPath } = this.#options;
    const { stdout } = await run(ffmpegPath, args, {
      timeoutMs: TIMEOUT_MS,
      stdoutMaxBytes: EDGE_MAX_BYTES,
      signal,
      niceness: SOUND_NICENESS,
    });
    await this.#keep(path, `${key}.f32`, stdout).catch((error: unknown) => disk?.note(error));
    return stdout;
  }

  /** Kept only to be quicker the next time: when there is no room, it is not. */
  async #keep(path: string, name: string, samples: Buffer): Promise<void> {
    const { cache, disk } = this.#options;
    if (disk?.isFull || cache.gate.isClosed) return;
    await cache.gate.write(async () => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      cache.keepEdge(name, await writeSealed(path, samples));
    });
  }
}

/** Whole samples of all channels, in the same memory where it is aligned: an edge is a megabyte, and read for every track. */
function floatsOf(bytes: Buffer): Float32Array {
  const floatBytes = Float32Array.BYTES_PER_ELEMENT;
  const aligned = bytes.byteOffset % floatBytes === 0 ? bytes : new Uint8Array(bytes);
  const floats = Math.floor(bytes.byteLength / floatBytes);
  return new Float32Array(aligned.buffer, aligned.byteOffset, floats - (floats % CHANNELS));
}

function sourceOf({ file, loudness, targetLufs, phase }: AudioRequest): AudioSource {
  return { path: file.path, loudness, targetLufs, phase };
}

/** All that decides a file's samples on air. */
export function identityOf({ file, loudness, targetLufs, phase }: AudioRequest): unknown[] {
  return [file.sha256, gainDb(loudness, targetLufs), loudness.truePeakDbtp, ...(phase ? [phase] : [])];
}
