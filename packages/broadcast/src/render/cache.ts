import { randomUUID } from "node:crypto";
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { UnitRef } from "../timeline/unit.ts";

/** What stands beside each unit; written last, so that a unit exists when its record does. */
const unitRecord = z.object({
  kind: z.enum(["video", "audio"]),
  firstTagOffset: z.number().int().positive(),
  bytes: z.number().int().positive(),
  /** Coded pictures, or packets. */
  count: z.number().int().positive(),
  sha256: z.string(),
});
type UnitRecord = z.infer<typeof unitRecord>;

/** Content-addressed units on disk: a key is derived from all that decides the bytes. */
export class UnitCache {
  readonly #dir: string;
  readonly #workDir: string;

  constructor(dir: string) {
    this.#dir = dir;
    this.#workDir = join(dir, "unfinished");
  }

  async open(): Promise<void> {
    await mkdir(this.#workDir, { recursive: true, mode: 0o700 });
  }

  /** Forgets what renders of an earlier process left unfinished, but for files in use. */
  async sweep(inUse: ReadonlySet<string>): Promise<void> {
    for (const name of await readdir(this.#workDir)) {
      const path = join(this.#workDir, name);
      if (!inUse.has(path)) await rm(path, { force: true });
    }
  }

  /** Where a render may write; not yet part of the cache. */
  workPath(key: string): string {
    return join(this.#workDir, `${key}.${randomUUID()}.flv`);
  }

  /** Where something that is no unit, and can be made again at any time, is kept. */
  assetPath(name: string): string {
    return join(this.#dir, name);
  }

  async get(key: string): Promise<UnitRef | null> {
    try {
      const record = unitRecord.parse(JSON.parse(await readFile(this.#recordPath(key), "utf8")));
      const path = this.#unitPath(key);
      if ((await stat(path)).size !== record.bytes) return null;
      return { key, kind: record.kind, path, firstTagOffset: record.firstTagOffset, readableBytes: record.bytes, isComplete: true };
    } catch {
      return null;
    }
  }

  /** Moves a finished render into place, atomically: first the unit, then its record. */
  async publish(key: string, workPath: string, record: UnitRecord): Promise<UnitRef> {
    const path = this.#unitPath(key);
    await mkdir(join(this.#dir, key.slice(0, 2)), { recursive: true, mode: 0o700 });
    await rename(workPath, path);
    const recordPath = this.#recordPath(key);
    await writeFile(`${recordPath}.new`, JSON.stringify(record), { mode: 0o600 });
    await rename(`${recordPath}.new`, recordPath);
    return { key, kind: record.kind, path, firstTagOffset: record.firstTagOffset, readableBytes: record.bytes, isComplete: true };
  }

  #unitPath(key: string): string {
    return join(this.#dir, key.slice(0, 2), `${key}.flv`);
  }

  #recordPath(key: string): string {
    return join(this.#dir, key.slice(0, 2), `${key}.json`);
  }
}
