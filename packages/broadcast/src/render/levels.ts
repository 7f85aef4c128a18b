import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Loudness, type PlanFile, airLevel } from "@nightjar/contract";
import { Memo } from "@nightjar/kit";
import { run } from "@nightjar/media";
import { z } from "zod";
import { SOUND_NICENESS, limitedLoudnessArgs } from "./audio.ts";
import { type WriteGate, keepJson } from "./write-gate.ts";

const levelSchema = z.object({ gainDb: z.number() });

/** Below this the limiter cannot cost a whole unit of loudness, and nothing has to be measured. */
const LIMITER_FREE_DB = 1;
const CLOSE_ENOUGH_LU = 0.3;
const TRIES = 3;

const TIMEOUT_MS = 15 * 60_000;
const STDOUT_MAX_BYTES = 256 * 1024 * 1024;

export interface LevelStoreOptions {
  readonly dir: string;
  readonly ffmpegPath: string;
  /** Part of every key. */
  readonly ffmpegVersion: string;
  readonly gate?: WriteGate | undefined;
}

/**
 * The gain that brings a file to the target after the limiter, which takes loudness away where it works. It is found by
 * measuring what comes out, once for each file and target, and kept.
 */
export class LevelStore {
  readonly #options: LevelStoreOptions;
  readonly #known = new Memo<string, number>();

  constructor(options: LevelStoreOptions) {
    this.#options = options;
  }

  /** dB before the limiter, two decimals. */
  gainDb(file: PlanFile, loudness: Loudness, targetLufs: number): Promise<number> {
    const first = airLevel(loudness, targetLufs);
    if (first.limiterDb <= LIMITER_FREE_DB) return Promise.resolve(first.gainDb);
    const identity = JSON.stringify([this.#options.ffmpegVersion, file.sha256, loudness, targetLufs]);
    const key = createHash("sha256").update(identity).digest("hex");
    return this.#known.of(key, () => this.#find(key, file, loudness, targetLufs));
  }

  async #find(key: string, file: PlanFile, loudness: Loudness, targetLufs: number): Promise<number> {
    const path = join(this.#options.dir, `${key}.level.json`);
    const known = await readFile(path, "utf8")
      .then((text) => levelSchema.parse(JSON.parse(text)))
      .catch(() => null);
    if (known) return known.gainDb;
    const gainDb = await this.#approach(file, loudness, targetLufs);
    const { dir, gate } = this.#options;
    await keepJson({ dir, path, gate }, { gainDb });
    return gainDb;
  }

  /** Loudness need not rise with the gain (its gate moves, too), so the best of the tries is taken, not the last. */
  async #approach(file: PlanFile, loudness: Loudness, targetLufs: number): Promise<number> {
    let { gainDb } = airLevel(loudness, targetLufs);
    let best = { gainDb, errorLu: Number.POSITIVE_INFINITY };
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const missingLu = targetLufs - (await this.#measure(file.path, gainDb));
      if (Math.abs(missingLu) < best.errorLu) best = { gainDb, errorLu: Math.abs(missingLu) };
      // As if the file were quieter by what is missing: so the limiter's share stays bounded.
      const wanted = airLevel({ ...loudness, integratedLufs: targetLufs - gainDb - missingLu }, targetLufs);
      if (best.errorLu <= CLOSE_ENOUGH_LU || wanted.gainDb === gainDb) break;
      gainDb = wanted.gainDb;
    }
    return best.gainDb;
  }

  /** Integrated loudness, LUFS, after this gain and the limiter. */
  async #measure(path: string, gainDb: number): Promise<number> {
    const options = { timeoutMs: TIMEOUT_MS, niceness: SOUND_NICENESS, stdoutMaxBytes: STDOUT_MAX_BYTES };
    const { stdout } = await run(this.#options.ffmpegPath, limitedLoudnessArgs(path, gainDb), options);
    const last = [...stdout.toString("latin1").matchAll(/^lavfi\.r128\.I=(\S+)$/gmu)].at(-1)?.[1];
    if (last === undefined) throw new Error("the file's sound cannot be measured");
    return Number(last);
  }
}
