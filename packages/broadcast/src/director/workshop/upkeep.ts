import { join } from "node:path";
import type { Logger } from "@nightjar/contract";
import type { Scheduler } from "@nightjar/media";
import { Analyses } from "../../render/analyses.ts";
import type { UnitCache } from "../../render/cache.ts";
import { DiskGuard, type DiskSpace, readSpace } from "../../render/disk.ts";
import type { Renderer } from "../../render/renderer.ts";
import type { WatchPort } from "../told/on-air-watch.ts";
import { Quarantine } from "../prepare/quarantine.ts";
import type { RenderDemand } from "../ready/render-demand.ts";

export interface UpkeepOptions {
  readonly engineDir: string;
  readonly cache: UnitCache;
  readonly ffmpegPath: string;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  /** Default: SHARE_OF_FREE of what is free, the cache's own included. */
  readonly cacheMaxBytes?: number | undefined;
  /** For tests: what the file system says. */
  readonly diskSpace?: ((dir: string) => Promise<DiskSpace>) | undefined;
  /** For tests: how often the cache is counted. */
  readonly stockEveryMs?: number | undefined;
  /** What may be played, or rendered, has changed. */
  readonly onChange: () => void;
  /** The disk was full, and is no more. */
  readonly onRoom: () => void;
  /** Units of the streams on air. */
  readonly pinned: () => Iterable<string>;
}

const SHARE_OF_FREE = 0.8;
const REFRESH_MS = 10 * 60_000;
const STOCK_EVERY_MS = 60_000;

/** What keeps streams from going dark for want of space or of a sound file, for all of them together. */
export class Upkeep {
  readonly disk: DiskGuard;
  readonly quarantine: Quarantine;
  readonly #options: UpkeepOptions;
  readonly #analyses: Analyses;
  readonly #refreshing: NodeJS.Timeout;
  #counting: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: UpkeepOptions) {
    const { engineDir, cache, log, onChange, onRoom, pinned } = options;
    this.#options = options;
    this.disk = new DiskGuard({ dir: engineDir, log, gate: cache.gate, space: options.diskSpace });
    this.quarantine = new Quarantine({ path: join(engineDir, "quarantine.json"), log, onChange });
    this.#analyses = new Analyses(options);
    this.disk.subscribe(() => {
      if (this.disk.isFull) return onChange();
      this.quarantine.wake();
      onRoom();
    });
    cache.index.pinBy(() => new Set(pinned()));
    this.#refreshing = setInterval(() => void cache.index.refresh(), REFRESH_MS).unref();
  }

  watchPort(renderer: Renderer, demand: Pick<RenderDemand, "textOf">): WatchPort {
    const { quarantine, disk } = this;
    return {
      analyses: this.#analyses,
      quarantine,
      disk,
      renderer,
      isCacheOverLimit: () => this.#options.cache.index.isOverLimit,
      capacityText: ({ streamId }) => demand.textOf(streamId),
    };
  }

  /** Counts what is there and brings it under the limit: once it is known what is on air. */
  async takeStock(): Promise<void> {
    const { cache, log } = this.#options;
    const limitBytes = await this.#count();
    log.info({ bytes: cache.index.bytes, limitBytes }, "cache");
  }

  /** And again from time to time: the disk is fuller or emptier by then, and somebody may have made room by hand. */
  async #count(): Promise<number> {
    const { cache, engineDir, cacheMaxBytes, diskSpace = readSpace, log, stockEveryMs = STOCK_EVERY_MS } = this.#options;
    try {
      await cache.index.scan();
      const { freeBytes } = await diskSpace(engineDir);
      const limitBytes = cacheMaxBytes ?? Math.floor((freeBytes + cache.index.bytes) * SHARE_OF_FREE);
      await cache.index.limit(limitBytes);
      return limitBytes;
    } finally {
      const again = () => void this.#count().catch((error: unknown) => log.warn({ err: error }, "the cache could not be counted"));
      if (this.#counting) clearTimeout(this.#counting);
      if (!this.#isClosed) this.#counting = setTimeout(again, stockEveryMs).unref();
    }
  }

  /** Units taken over from an earlier process, for which there was no time then: those that are broken are removed and told. */
  async checkAdopted(keys: Iterable<string>, onBroken: (key: string) => void): Promise<void> {
    const { cache } = this.#options;
    for (const key of keys) if ((await cache.find(key)) && !(await cache.recheck(key))) onBroken(key);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#refreshing);
    if (this.#counting) clearTimeout(this.#counting);
    this.disk.close();
    this.quarantine.close();
  }
}
