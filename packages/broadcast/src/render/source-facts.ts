import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PlanFile } from "@nightjar/contract";
import { Memo } from "@nightjar/kit";
import { AUDIO_DEMUXERS, guardedInput, run } from "@nightjar/media";
import { z } from "zod";
import { QUIET_ARGS } from "./encoder-args.ts";
import type { SourceFacts } from "./phase.ts";
import { type WriteGate, keepJson } from "./write-gate.ts";

const factsSchema = z.object({ sampleRateHz: z.number().int(), channels: z.number().int(), samples: z.number().int() });

const TIMEOUT_MS = 5 * 60_000;
const NICENESS = 10;
/** Header of Sun's audio format: magic, offset of the data, its size, encoding, rate, channels, each 32 bit. */
const AU_HEADER_BYTES = 24;
const AU_RATE_OFFSET = 16;
const AU_CHANNELS_OFFSET = 20;

export interface SourceFactsOptions {
  readonly dir: string;
  readonly ffmpegPath: string;
  readonly gate?: WriteGate | undefined;
}

/** How long files really are. Decoding and counting is the only way that holds for every format; it is done once for each. */
export class SourceFactsStore {
  readonly #options: SourceFactsOptions;
  readonly #known = new Memo<string, SourceFacts>();

  constructor(options: SourceFactsOptions) {
    this.#options = options;
  }

  of(file: PlanFile): Promise<SourceFacts> {
    return this.#known.of(file.sha256, () => this.#find(file));
  }

  async #find(file: PlanFile): Promise<SourceFacts> {
    const { dir, ffmpegPath, gate } = this.#options;
    const path = join(dir, `${file.sha256}.facts.json`);
    const known = await readFile(path, "utf8")
      .then((text) => factsSchema.parse(JSON.parse(text)))
      .catch(() => null);
    if (known) return known;
    const facts = await countSamples(file.path, ffmpegPath);
    await keepJson({ dir, path, gate }, facts);
    return facts;
  }
}

/** Decodes a file to a byte a sample, at its own rate, and counts. @throws when nothing can be decoded */
async function countSamples(path: string, ffmpegPath: string): Promise<SourceFacts> {
  let header = Buffer.alloc(0);
  let bytes = 0;
  const onStdout = (chunk: Uint8Array) => {
    bytes += chunk.length;
    if (header.length < AU_HEADER_BYTES) header = Buffer.concat([header, chunk.subarray(0, AU_HEADER_BYTES)]);
  };
  const input = guardedInput(path, AUDIO_DEMUXERS);
  const output = ["-map", "0:a:0", "-map_metadata", "-1", "-c:a", "pcm_s8", "-f", "au", "pipe:1"];
  await run(ffmpegPath, [...QUIET_ARGS, ...input, ...output], { timeoutMs: TIMEOUT_MS, niceness: NICENESS, onStdout });
  if (header.length < AU_HEADER_BYTES) throw new Error("the file's sound cannot be decoded");
  const dataBytes = bytes - header.readUInt32BE(4);
  const channels = header.readUInt32BE(AU_CHANNELS_OFFSET);
  return { sampleRateHz: header.readUInt32BE(AU_RATE_OFFSET), channels, samples: Math.floor(dataBytes / channels) };
}
