import { readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { type CacheEntry, type Keeping, chooseEvictions, isKept } from "./cache-policy.ts";
import { isMissing } from "./standing-folder.ts";

/** A use is written to the disk at most this often: it has to be right to the minute, not to the second. */
const TOUCH_MS = 60_000;
/** What was asked for this recently may be on its way into a queue. */
const GRACE_MS = 5 * 60_000;

/** Folder of things that are no units: decoded edges of tracks. */
export const EDGES = "edges";

/** A file without its record, or half written, is nobody's any more after this. */
const STRAY_MS = 60 * 60_000;

export interface CacheLimits {
  readonly graceMs?: number | undefined;
  /** Wall clock. */
  readonly nowMs?: (() => number) | undefined;
}

interface Entry extends CacheEntry {
  usedAtMs: number;
  touchedAtMs: number;
}

/** What is on the disk, how large, and when it was used last: kept as the time of its file, so that it survives us. */
export class CacheIndex {
  readonly #dir: string;
  readonly #limits: CacheLimits;
  readonly #onGone: (id: string) => void;
  readonly #entries = new Map<string, Entry>();
  #pinned: () => ReadonlySet<string> = () => new Set();
  #bytes = 0;
  #limitBytes = Number.POSITIVE_INFINITY;
  #isOverLimit = false;
  #evicting: Promise<void> | null = null;

  /** @param onGone what was known of it is of no use any more */
  constructor(dir: string, limits: CacheLimits, onGone: (id: string) => void) {
    this.#dir = dir;
    this.#limits = limits;
    this.#onGone = onGone;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Everything that is left is on air or to be, and it is more than the limit. */
  get isOverLimit(): boolean {
    return this.#isOverLimit;
  }

  /** Says what must stay: asked at every eviction. */
  pinBy(pinned: () => ReadonlySet<string>): void {
    this.#pinned = pinned;
  }

  /** More than this is evicted from now on, as far as it may be. */
  async limit(limitBytes: number): Promise<void> {
    this.#limitBytes = limitBytes;
    await this.evict();
  }

  /** What is pinned is in use: told to the disk now and then, and the limit looked at. */
  async refresh(): Promise<void> {
    for (const key of this.#pinned()) this.use(key, join(this.#dir, key.slice(0, 2), `${key}.json`));
    await this.evict();
  }

  /** Reads what is there: what earlier processes left is learned, and what somebody deleted is forgotten. */
  async scan(): Promise<void> {
    const known = [...this.#entries.keys()];
    const seen = await this.#learnAll();
    for (const id of known) if (!seen.has(id) && !(await this.#isThere(id))) this.drop(id);
  }

  /** @returns what there is a file of */
  async #learnAll(): Promise<Set<string>> {
    const seen = new Set<string>();
    const folders = (await namesIn(this.#dir)).filter((name) => name === EDGES || /^[0-9a-f]{2}$/.test(name));
    for (const folder of folders) {
      for (const name of await namesIn(join(this.#dir, folder))) {
        const isEdge = folder === EDGES && name.endsWith(".f32");
        const id = isEdge ? `${EDGES}/${name}` : name.slice(0, -4);
        if (name.endsWith(".new")) await this.#removeStray(join(folder, name));
        else if (isEdge) await this.#learn(join(folder, name), join(folder, name), id);
        else if (name.endsWith(".flv")) await this.#learn(join(folder, name), join(folder, `${id}.json`), id);
        else continue;
        seen.add(id);
      }
    }
    return seen;
  }

  async #isThere(id: string): Promise<boolean> {
    const found = await Promise.all(this.files(id).map((file) => stat(file).catch(() => null)));
    return found.every((facts) => facts !== null);
  }

  put(id: string, bytes: number): void {
    this.drop(id);
    const nowMs = this.#nowMs();
    this.#entries.set(id, { id, bytes, usedAtMs: nowMs, touchedAtMs: nowMs });
    this.#bytes += bytes;
    void this.evict();
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  drop(id: string): void {
    this.#bytes -= this.#entries.get(id)?.bytes ?? 0;
    this.#entries.delete(id);
    this.#onGone(id);
  }

  /** It was used now; `file` carries the time. */
  use(id: string, file: string): void {
    const nowMs = this.#nowMs();
    // Not counted yet: the file's time says it when it is.
    const entry = this.#entries.get(id) ?? { usedAtMs: 0, touchedAtMs: 0 };
    entry.usedAtMs = nowMs;
    // A time from a clock that was ahead is put right as well.
    if (Math.abs(nowMs - entry.touchedAtMs) < TOUCH_MS) return;
    entry.touchedAtMs = nowMs;
    // A disk that takes no times costs the order of eviction after a restart, nothing else.
    utimes(file, nowMs / 1000, nowMs / 1000).catch(() => undefined);
  }

  /** Single flight. What is pinned was in use until now: it becomes the newest, so that it does not go as soon as it is left. */
  evict(): Promise<void> {
    this.#evicting ??= this.#evict().finally(() => (this.#evicting = null));
    return this.#evicting;
  }

  async #evict(): Promise<void> {
    const limitBytes = this.#limitBytes;
    this.#isOverLimit &&= this.#bytes > limitBytes;
    if (this.#bytes <= limitBytes) return;
    for (const key of this.#pinned()) this.use(key, join(this.#dir, key.slice(0, 2), `${key}.json`));
    const chosen = chooseEvictions({ entries: this.#entries.values(), limitBytes, ...this.#keeping() });
    this.#isOverLimit = chosen.isOverLimit;
    for (const id of chosen.ids) {
      const entry = this.#entries.get(id);
      // To remove many takes seconds: what was asked for meanwhile stays.
      if (!entry || isKept(entry, this.#keeping())) continue;
      this.drop(id);
      // The record first: a unit exists when its record does.
      for (const file of this.files(id)) await rm(file, { force: true });
    }
  }

  /** As of now. */
  #keeping(): Keeping {
    const pinned = this.#pinned();
    return { isPinned: (id) => pinned.has(id), nowMs: this.#nowMs(), graceMs: this.#limits.graceMs ?? GRACE_MS };
  }

  /** The files of one thing, in the order in which they may be removed. */
  files(id: string): readonly string[] {
    if (id.startsWith(`${EDGES}/`)) return [join(this.#dir, id)];
    const folder = join(this.#dir, id.slice(0, 2));
    return [join(folder, `${id}.json`), join(folder, `${id}.flv`)];
  }

  async #learn(file: string, timeFile: string, id: string): Promise<void> {
    if (this.#entries.has(id)) return;
    const [facts, times] = await Promise.all([file, timeFile].map((name) => stat(join(this.#dir, name)).catch(() => null)));
    if (!times) return this.#removeStray(file);
    if (!facts) return;
    this.#entries.set(id, { id, bytes: facts.size, usedAtMs: times.mtimeMs, touchedAtMs: times.mtimeMs });
    this.#bytes += facts.size;
  }

  async #removeStray(file: string): Promise<void> {
    const path = join(this.#dir, file);
    const facts = await stat(path).catch(() => null);
    if (facts && this.#nowMs() - facts.mtimeMs > STRAY_MS) await rm(path, { force: true });
  }

  #nowMs(): number {
    return (this.#limits.nowMs ?? Date.now)();
  }
}

/** None where the folder is gone: somebody made room by hand. */
async function namesIn(dir: string): Promise<string[]> {
  return readdir(dir).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
}
