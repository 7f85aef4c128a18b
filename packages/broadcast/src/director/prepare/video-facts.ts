import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Memo } from "@nightjar/kit";
import pLimit from "p-limit";
import { z } from "zod";
import { type WriteGate, keepJson } from "../../render/write-gate.ts";

const factsSchema = z.object({ durationMs: z.number().int().positive() });
export type VideoFacts = z.infer<typeof factsSchema>;

/** At a Start of many streams each asks for its own: all at once they would take the processor from what sends. */
const AT_ONCE = 2;
const MOST = 1000;

export interface VideoFactsOptions {
  readonly dir: string;
  readonly probe: (path: string) => Promise<VideoFacts>;
  readonly gate?: WriteGate | undefined;
}

/**
 * How long videos really are. To know it each packet is read, by processes of their own: once for each state of a file, and
 * kept on the disk, because after a reboot all streams ask at once.
 */
export class VideoFactsStore {
  readonly #options: VideoFactsOptions;
  readonly #known = new Memo<string, VideoFacts>({ most: MOST });
  readonly #turn = pLimit(AT_ONCE);

  constructor(options: VideoFactsOptions) {
    this.#options = options;
  }

  /** @throws when the file is gone, or no video */
  async of(path: string): Promise<VideoFacts> {
    // Asked for with each picture: by way of another thread it would cost four times as much.
    const { size, mtimeMs } = statSync(path);
    const key = createHash("sha256").update(`${path}\0${size}\0${mtimeMs}`).digest("hex");
    return this.#known.of(key, () => this.#find(path, key));
  }

  async #find(path: string, key: string): Promise<VideoFacts> {
    const { dir, probe, gate } = this.#options;
    const keptPath = join(dir, `${key}.video.json`);
    const kept = await readFile(keptPath, "utf8")
      .then((text) => factsSchema.parse(JSON.parse(text)))
      .catch(() => null);
    if (kept) return kept;
    const { durationMs } = await this.#turn(() => probe(path));
    await keepJson({ dir, path: keptPath, gate }, { durationMs });
    return { durationMs };
  }
}
