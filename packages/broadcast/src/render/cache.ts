import { randomUUID } from "node:crypto";
import { type Stats, statSync } from "node:fs";
import { link, mkdir, readFile, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "@nightjar/contract";
import { Memo, whileAsked } from "@nightjar/kit";
import { replaceFile } from "@nightjar/kit/node";
import type { UnitRef } from "../timeline/unit.ts";
import { CacheIndex, type CacheLimits, EDGES } from "./cache-index.ts";
import { Spares, type UnitFiles } from "./spares.ts";
import { type ExpectedUnit, checkUnit } from "./unit-check.ts";
import { type UnitRecord, unitRecord } from "./unit-record.ts";
import { WriteGate } from "./write-gate.ts";

export interface CacheOptions extends CacheLimits {
  /** Outside of the cache's own folder. Without one no spares are kept. */
  readonly sparesDir?: string | undefined;
  readonly log?: Logger | undefined;
}

interface CheckedUnit {
  readonly unit: UnitRef;
  /** See `stampOf`. */
  readonly stamp: string;
}

/** How long the unfinished name of a unit stays: somebody may have been told of it and not yet of the new one. */
const OLD_NAME_MS = 30_000;

/** Content-addressed units on disk: a key is derived from all that decides the bytes. */
export class UnitCache {
  /** To the whole folder of the engine. */
  readonly gate = new WriteGate();
  readonly index: CacheIndex;
  readonly #dir: string;
  readonly #workDir: string;
  readonly #log: Logger | undefined;
  /** Names of what was unfinished when this was opened. */
  #leftBehind: readonly string[] = [];
  /** Units that were read whole and found good by this process, and their files as they were then: no record is read again. */
  readonly #checked = new Map<string, CheckedUnit>();
  readonly #checking = new Memo<string, boolean>(whileAsked);
  readonly #spares: Spares;

  constructor(dir: string, options: CacheOptions = {}) {
    this.#dir = dir;
    this.#spares = new Spares(options.sparesDir ?? null);
    this.#workDir = join(dir, "unfinished");
    this.#log = options.log;
    this.index = new CacheIndex(dir, options, (id) => this.#checked.delete(id));
  }

  async open(): Promise<void> {
    await mkdir(this.#workDir, { recursive: true, mode: 0o700 });
    this.#leftBehind = await readdir(this.#workDir);
  }

  /** Forgets what renders of an earlier process left unfinished, but for files in use. */
  async sweep(inUse: ReadonlySet<string>): Promise<void> {
    // What this process has begun meanwhile is none of it.
    for (const name of this.#leftBehind) {
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

  /**
   * A unit that may go on air. It is read whole when this process takes it for the first time, and again when its file
   * has changed since; one that is not what was rendered is removed, so that it is rendered again.
   */
  async get(key: string, expected?: ExpectedUnit): Promise<UnitRef | null> {
    const checked = this.#unchanged(key);
    if (checked && (!expected || expected.kind === checked.kind)) return this.#use(checked);
    // Before it is read: an eviction that has chosen it leaves it then.
    if (this.index.has(key)) this.index.use(key, this.#recordPath(key));
    const record = await this.#find(key);
    if (!record) {
      this.index.drop(key);
      return null;
    }
    const isGood = await this.#checking.of(key, () => this.#check(key, record, expected));
    return isGood ? this.#use(record.unit) : null;
  }

  /** A checked unit whose file is as it was, and that is not being evicted. */
  #unchanged(key: string): UnitRef | null {
    const checked = this.#checked.get(key);
    return checked && this.index.has(key) && stampOf(checked.unit.path) === checked.stamp ? checked.unit : null;
  }

  /** A unit that was on air in an earlier process, which had read it: there is no time to do so again. */
  async find(key: string): Promise<UnitRef | null> {
    const record = await this.#find(key);
    return record && this.#use(record.unit);
  }

  /** Something about its bytes was wrong on air: looked at again, and removed when it is so. @returns whether it is there */
  async recheck(key: string): Promise<boolean> {
    this.#checked.delete(key);
    return (await this.get(key)) !== null;
  }

  /** Moves a finished render into place: first its record, then the unit, so that a crash leaves it at one place or the other. */
  async publish(key: string, workPath: string, record: UnitRecord): Promise<UnitRef> {
    const path = this.#unitPath(key);
    await mkdir(join(this.#dir, key.slice(0, 2)), { recursive: true, mode: 0o700 });
    await this.#writeRecord(key, record);
    await moveKeepingOldName(workPath, path);
    this.index.put(key, record.bytes);
    const stamp = stampOf(path);
    const unit = toUnit(key, path, record);
    if (stamp) this.#checked.set(key, { unit, stamp });
    return unit;
  }

  /** It is there again at once should somebody delete the cache. */
  async keepSpare(key: string): Promise<void> {
    if (!this.gate.isClosed) await this.gate.write(() => this.#spares.keep(key, this.#unitFiles(key)));
  }

  /** No other spares are kept. */
  async keepOnlySpares(keys: readonly string[]): Promise<void> {
    if (!this.gate.isClosed) await this.gate.write(() => this.#spares.keepOnly(keys));
  }

  async discard(key: string): Promise<void> {
    this.index.drop(key);
    await this.#spares.drop(key);
    for (const file of this.index.files(key)) await rm(file, { force: true });
  }

  /** What the record says of a unit's content; null: it was not looked at yet, or there is no such unit. */
  async analysis(key: string): Promise<UnitRecord["analysis"] | null> {
    return (await this.#readRecord(key))?.analysis ?? null;
  }

  /** A finished unit with the count of its pictures or packets; its content is not looked at. */
  async facts(key: string): Promise<{ unit: UnitRef; count: number } | null> {
    const found = await this.#find(key);
    return found && { unit: found.unit, count: found.count };
  }

  async keepAnalysis(key: string, analysis: NonNullable<UnitRecord["analysis"]>): Promise<void> {
    const record = await this.#readRecord(key);
    if (record && !this.gate.isClosed) await this.gate.write(() => this.#writeRecord(key, { ...record, analysis }));
  }

  /** Keeps something that is no unit, written at `assetPath`, under the cache's limit. */
  keepEdge(name: string, bytes: number): void {
    this.index.put(`${EDGES}/${name}`, bytes);
  }

  useEdge(name: string): void {
    this.index.use(`${EDGES}/${name}`, join(this.#dir, EDGES, name));
  }

  #use(unit: UnitRef): UnitRef {
    this.index.use(unit.key, this.#recordPath(unit.key));
    return unit;
  }

  async #find(key: string): Promise<(UnitRecord & CheckedUnit) | null> {
    const found = await this.#findFiles(key);
    if (found || !(await this.#spares.restore(key, this.#unitFiles(key)))) return found;
    const restored = await this.#findFiles(key);
    if (restored) this.index.put(key, restored.bytes);
    return restored;
  }

  async #findFiles(key: string): Promise<(UnitRecord & CheckedUnit) | null> {
    const record = await this.#readRecord(key);
    const path = this.#unitPath(key);
    const stamp = record && stampOf(path, record.bytes);
    return record && stamp ? { ...record, unit: toUnit(key, path, record), stamp } : null;
  }

  async #check(key: string, record: UnitRecord & CheckedUnit, expected?: ExpectedUnit): Promise<boolean> {
    const { unit, stamp } = record;
    const fault = await checkUnit(unit.path, record, expected);
    if (fault === null) {
      this.#checked.set(key, { unit, stamp });
      return true;
    }
    this.#log?.warn({ key, fault }, "a unit of the cache is rendered again");
    await this.discard(key);
    return false;
  }

  async #readRecord(key: string): Promise<UnitRecord | null> {
    try {
      return unitRecord.parse(JSON.parse(await readFile(this.#recordPath(key), "utf8")));
    } catch {
      return null;
    }
  }

  async #writeRecord(key: string, record: UnitRecord): Promise<void> {
    await replaceFile(this.#recordPath(key), JSON.stringify(record), { isShared: true });
  }

  #unitPath(key: string): string {
    return join(this.#dir, key.slice(0, 2), `${key}.flv`);
  }

  #unitFiles(key: string): UnitFiles {
    return { record: this.#recordPath(key), unit: this.#unitPath(key) };
  }

  #recordPath(key: string): string {
    return join(this.#dir, key.slice(0, 2), `${key}.json`);
  }
}

function toUnit(key: string, path: string, { kind, firstTagOffset, bytes }: UnitRecord): UnitRef {
  return { key, kind, path, firstTagOffset, readableBytes: bytes, isComplete: true };
}

/**
 * Tells a file from what it was: another one, or written since. null: not there, or not of this size. Every unit of every track is
 * asked for so: to send the call to another thread and hear of it costs four times what the call does.
 */
function stampOf(path: string, bytes?: number): string | null {
  const facts = factsOf(path);
  if (!facts || (bytes !== undefined && facts.size !== bytes)) return null;
  return `${facts.ino}:${facts.size}:${facts.mtimeMs}`;
}

function factsOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

/** The playout thread may open the old name in the moment before it is told of the new one. */
async function moveKeepingOldName(from: string, to: string): Promise<void> {
  try {
    await link(from, `${to}.new`);
  } catch {
    // No hard links on this file system, or one left by a crash: the name simply changes.
    await rename(from, to);
    return;
  }
  await rename(`${to}.new`, to);
  setTimeout(() => void rm(from, { force: true }).catch(() => undefined), OLD_NAME_MS).unref();
}
