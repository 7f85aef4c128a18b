import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type EncoderProfile, type PlanItem } from "@nightjar/contract";
import { type Scheduler, run } from "@nightjar/media";
import { type AudioSource, edgeArgs, gainDb } from "./audio.ts";
import { RENDERER_VERSION } from "./encoder-args.ts";
import { CHANNELS } from "./junction.ts";
import type { AudioRequest, Urgency } from "./renderer.ts";

/** Some samples of a track as it is aired. */
export interface Edge {
  readonly startSample: number;
  readonly samples: Float32Array;
}

export interface EdgeStoreOptions {
  readonly dir: string;
  readonly ffmpegPath: string;
  readonly ffmpegVersion: string;
  readonly scheduler: Scheduler;
}

const TIMEOUT_MS = 5 * 60_000;
const NICENESS = 10;
const EDGE_MAX_BYTES = 64 * 1024 * 1024;
/** A file's stated length may be this far off its real one. */
const LENGTH_SLACK_MS = 2000;

/** Beginnings and ends of tracks, not encoded: what junctions are made of. Kept, so that a pair costs no decoding. */
export class EdgeStore {
  readonly #options: EdgeStoreOptions;

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

  async #edge(
    profile: EncoderProfile,
    request: AudioRequest,
    range: { fromSample: number; toSample: number | null },
    urgency: Urgency,
  ): Promise<Edge> {
    const { file, loudness, targetLufs } = request;
    const parts = [RENDERER_VERSION, this.#options.ffmpegVersion, profile.sampleRateHz, file.sha256];
    const identity = JSON.stringify([...parts, gainDb(loudness, targetLufs), loudness.truePeakDbtp, range]);
    const key = createHash("sha256").update(identity).digest("hex");
    const path = join(this.#options.dir, `${key}.f32`);
    const known = await readFile(path).catch(() => null);
    const bytes = known ?? (await this.#decode(profile, { path: file.path, loudness, targetLufs }, range, path, key, urgency));
    const samples = new Float32Array(bytes.byteLength / Float32Array.BYTES_PER_ELEMENT);
    new Uint8Array(samples.buffer).set(bytes);
    return { startSample: range.fromSample, samples: samples.subarray(0, samples.length - (samples.length % CHANNELS)) };
  }

  #decode(
    profile: EncoderProfile,
    source: AudioSource,
    range: { fromSample: number; toSample: number | null },
    path: string,
    key: string,
    urgency: Urgency,
  ): Promise<Buffer> {
    const { scheduler, ffmpegPath, dir } = this.#options;
    const { lane, dueAtMs, label } = urgency;
    const job = scheduler.schedule({ lane, dueAtMs, key: `edge-${key}`, label }, async ({ signal }) => {
      const options = { timeoutMs: TIMEOUT_MS, signal, niceness: NICENESS, stdoutMaxBytes: EDGE_MAX_BYTES };
      const { stdout } = await run(ffmpegPath, edgeArgs(profile, source, range), options);
      await mkdir(dir, { recursive: true, mode: 0o700 });
      await writeFile(`${path}.new`, stdout, { mode: 0o600 });
      await rename(`${path}.new`, path);
      return stdout;
    });
    return job.promise;
  }
}
