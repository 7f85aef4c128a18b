import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { type Logger, type Plan, type PlanItem, type Quarantined, type TrackId } from "@nightjar/contract";
import { backOffMs, coalesce } from "@nightjar/kit";
import { replaceFileSync } from "@nightjar/kit/node";
import { z } from "zod";
import { isDiskFull } from "../../render/disk.ts";
import type { SourceFault } from "../../render/source-error.ts";
import { faultOf, isGivenUp, isGone } from "./failures.ts";

const FAULTS = ["gone", "damaged", "unreadable", "silent"] as const satisfies readonly SourceFault[];
const entry = z.object({ fault: z.enum(FAULTS), since: z.string(), path: z.string() });
const stored = z.record(z.string(), entry);
type LeftOutFile = z.infer<typeof entry>;

export const FAULT_TEXTS: Readonly<Record<SourceFault, string>> = {
  gone: "The file is gone.",
  damaged: "The file is damaged: it is no longer what was uploaded.",
  unreadable: "The file cannot be decoded.",
  silent: "The file is silent.",
};

/** A file that cannot be decoded is tried once more before it is left out. */
const TRIES = 2;
const REST_MIN_MS = 5000;
const REST_MAX_MS = 60_000;
const LOOK_MS = 5000;
/** With a disk thousands of files are gone one after the other, and each telling carries them all, to every stream. */
const FLOOD = { firstMs: 500, longestMs: 2000 };

export interface QuarantineOptions {
  /** Where it is kept over restarts. */
  readonly path: string;
  readonly log: Logger;
  /** Something may be played again that could not be, or the other way round. */
  readonly onChange: () => void;
  readonly restMs?: number | undefined;
  readonly lookMs?: number | undefined;
}

/**
 * Files that cannot be put on air, by their content: kept, with the reason, until somebody lifts it or a missing file is
 * back. What failed for the machine's sake rests for a while and is tried again.
 */
export class Quarantine {
  readonly #options: QuarantineOptions;
  readonly #entries: Map<string, LeftOutFile>;
  readonly #tries = new Map<string, number>();
  /** What was made of a failure: all who waited for the same render tell of the same one. */
  readonly #judged = new WeakMap<Error, Promise<void>>();
  readonly #rests = new Map<string, { untilMs: number; rested: number }>();
  readonly #look: NodeJS.Timeout;
  #restTimer: NodeJS.Timeout | null = null;
  #version = 0;
  #keptVersion = 0;
  #isClosed = false;
  readonly #lists = new WeakMap<readonly PlanItem[], { version: number; list: readonly Quarantined[] }>();
  readonly #tellOfMany = coalesce(
    () => {
      if (this.#isClosed) return;
      this.#keep();
      this.#options.onChange();
    },
    FLOOD,
    (run, ms) => setTimeout(run, ms).unref(),
  );

  constructor(options: QuarantineOptions) {
    this.#options = options;
    this.#entries = new Map(Object.entries(read(options.path)));
    this.#look = setInterval(() => void this.#lookForFiles(), options.lookMs ?? LOOK_MS).unref();
  }

  isLeftOut(item: PlanItem): boolean {
    const { audio } = item;
    return audio !== null && (this.#entries.has(audio.sha256) || this.#isResting(audio.sha256));
  }

  /** Hashes of the files that are left out now. */
  get leftOut(): ReadonlySet<string> {
    return new Set([...this.#entries.keys(), ...[...this.#rests.keys()].filter((sha256) => this.#isResting(sha256))]);
  }

  /** The items of a plan that are left out; the same array until that changes. */
  list({ items }: Pick<Plan, "items">): readonly Quarantined[] {
    const known = this.#lists.get(items);
    if (known?.version === this.#version) return known.list;
    const byTrack = new Map<string, Quarantined>();
    for (const { trackId, title, artist, audio } of this.#entries.size > 0 ? items : []) {
      const found = audio && this.#entries.get(audio.sha256);
      if (found) byTrack.set(trackId, { trackId, title, artist, reason: FAULT_TEXTS[found.fault], since: found.since });
    }
    const list = [...byTrack.values()];
    this.#lists.set(items, { version: this.#version, list });
    return list;
  }

  /** An item could not be prepared. Its file is left out, tried again at once, or rests; one failure counts once, whoever tells of it. */
  failed(item: PlanItem, error: unknown): Promise<void> {
    if (!(error instanceof Error)) return this.#judge(item, error);
    const judged = this.#judged.get(error) ?? this.#judge(item, error);
    this.#judged.set(error, judged);
    return judged;
  }

  async #judge(item: PlanItem, error: unknown): Promise<void> {
    const { audio, trackId } = item;
    // It would be left out of all streams, because one was stopped or skipped through.
    if (!audio || isGivenUp(error)) return;
    const fault = (await isGone(audio.path)) ? "gone" : faultOf(error);
    if (fault === null) return this.#rest(audio.sha256, item, error);
    const tries = (this.#tries.get(audio.sha256) ?? 0) + 1;
    this.#tries.set(audio.sha256, tries);
    if (fault === "unreadable" && tries < TRIES) return;
    this.#options.log.warn({ err: error, trackId, fault }, "track skipped");
    this.#entries.set(audio.sha256, { fault, since: new Date().toISOString(), path: audio.path });
    this.#changed();
  }

  /** It went on air after all. */
  succeeded({ audio }: PlanItem): void {
    if (!audio || (!this.#tries.has(audio.sha256) && !this.#rests.has(audio.sha256))) return;
    const wasResting = this.#isResting(audio.sha256);
    this.#tries.delete(audio.sha256);
    this.#rests.delete(audio.sha256);
    if (!wasResting) return;
    // Elsewhere it may be left out still, and nothing else would end that.
    this.#armRest();
    this.#options.onChange();
  }

  /** To be tried again. False: it was not left out. */
  lift(sha256: string): boolean {
    this.#tries.delete(sha256);
    this.#rests.delete(sha256);
    if (!this.#entries.delete(sha256)) return false;
    this.#changed();
    return true;
  }

  /** The files of a track of the plan are to be tried again. False: none was left out. */
  liftTrack({ items }: Pick<Plan, "items">, trackId: TrackId): boolean {
    const files = new Set(items.flatMap(({ trackId: id, audio }) => (id === trackId && audio ? [audio.sha256] : [])));
    return [...files].filter((sha256) => this.lift(sha256)).length > 0;
  }

  /** The machine is better: what rests is tried again now. */
  wake(): void {
    this.#rests.clear();
    this.#armRest();
    this.#options.onChange();
  }

  close(): void {
    if (this.#keptVersion !== this.#version) this.#keep();
    this.#isClosed = true;
    clearInterval(this.#look);
    if (this.#restTimer) clearTimeout(this.#restTimer);
  }

  #isResting(sha256: string): boolean {
    return (this.#rests.get(sha256)?.untilMs ?? 0) > performance.now();
  }

  #rest(sha256: string, { trackId }: PlanItem, error: unknown): void {
    const { log, restMs: firstMs = REST_MIN_MS } = this.#options;
    const before = this.#rests.get(sha256)?.rested;
    // Once may be chance, and the next attempt is worth more than a rest; but not where there is no room.
    if (before === undefined && !isDiskFull(error)) {
      log.warn({ err: error, trackId }, "track tried again");
      this.#rests.set(sha256, { untilMs: 0, rested: 0 });
      return;
    }
    const rested = before ?? 0;
    const restMs = backOffMs({ firstMs, longestMs: REST_MAX_MS }, rested);
    this.#rests.set(sha256, { untilMs: performance.now() + restMs, rested: rested + 1 });
    // A full disk is told of once, not for each track of a long list.
    log[isDiskFull(error) ? "debug" : "warn"]({ err: error, trackId, restMs }, "track tried again later");
    this.#armRest();
  }

  /** Wakes the streams when the first of those that rest may be tried again, whichever came to rest last. */
  #armRest(): void {
    if (this.#restTimer) clearTimeout(this.#restTimer);
    this.#restTimer = null;
    const nowMs = performance.now();
    const next = Math.min(...[...this.#rests.values()].map(({ untilMs }) => untilMs).filter((untilMs) => untilMs > nowMs));
    if (this.#isClosed || !Number.isFinite(next)) return;
    const wake = () => {
      this.#options.onChange();
      this.#armRest();
    };
    this.#restTimer = setTimeout(wake, next - nowMs + 1).unref();
  }

  async #lookForFiles(): Promise<void> {
    for (const [sha256, { fault, path }] of this.#entries) if (fault === "gone" && !(await isGone(path))) this.lift(sha256);
  }

  #changed(): void {
    this.#version += 1;
    this.#tellOfMany();
  }

  #keep(): void {
    this.#keptVersion = this.#version;
    const { path, log } = this.#options;
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      replaceFileSync(path, JSON.stringify(Object.fromEntries(this.#entries)));
    } catch (error) {
      // It holds in this process all the same; the next one finds out by itself.
      log.warn({ err: error }, "quarantine not kept");
    }
  }
}

function read(path: string): z.infer<typeof stored> {
  try {
    return stored.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return {};
  }
}
