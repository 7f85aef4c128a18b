import { rm } from "node:fs/promises";
import type { Logger, RenderEncoder } from "@nightjar/contract";
import type { UnitRef } from "../timeline/unit.ts";
import type { UnitCache } from "./cache.ts";
import type { DiskGuard } from "./disk.ts";
import type { MeasuredRender, RenderSpeed } from "./render-speed.ts";
import type { RenderTask } from "./render-task.ts";
import { type SourceFile, openSource } from "./source-file.ts";
import { type StallLimits, runUnlessStalled } from "./stall-watch.ts";
import { isMissing } from "./standing-folder.ts";
import { type UnitFacts, UnitGoneError, UnitWriter } from "./unit-writer.ts";

const RENDER_TIMEOUT_MS = 4 * 60 * 60 * 1000;

export interface UnitRenderOptions {
  readonly cache: UnitCache;
  /** Asked before each render, told of failed writes. */
  readonly disk?: DiskGuard | undefined;
  readonly ffmpegPath: string;
  readonly log: Logger;
  /** Told what each picture took of the machine. */
  readonly speed?: RenderSpeed | undefined;
  /** Told when a picture by a hardware encoder could not be made. */
  readonly encoderFailed?: ((encoder: RenderEncoder, error: unknown) => void) | undefined;
  readonly stall?: StallLimits | undefined;
}

/** One run of a task, and who is told of it. */
export interface RenderRun {
  readonly signal: AbortSignal;
  /** What it is called where it is told of. */
  readonly label: string;
  /** 0 (as everything else on the machine) to 19. Asked when it begins: it cannot be less later, and others may have come to need it. */
  readonly niceness: () => number;
  readonly report: (progress: number) => void;
  /** Told of every growth, and of the end. */
  readonly learn: (unit: UnitRef) => void;
}

/** Runs ffmpeg for one task, and has its unit in the cache. */
export class UnitRender {
  readonly #options: UnitRenderOptions;
  #isReleased = false;

  constructor(options: UnitRenderOptions) {
    this.#options = options;
  }

  /** From now on what is unfinished is left where it is: the next process may have to play it to the end. */
  release(): void {
    this.#isReleased = true;
  }

  async make(task: RenderTask, told: RenderRun): Promise<UnitRef> {
    const { disk, encoderFailed } = this.#options;
    // What a profile's headers are taken from is small, and without it nothing airs at all.
    if (task.expectedHeader) await disk?.check();
    const source = task.source ? await openSource(task.source) : null;
    try {
      return await this.#write(task, source, told).catch((error: unknown) => {
        if (told.signal.aborted || !isGone(error)) throw error;
        // Somebody deleted the cache under it: what is made now has a folder again.
        return this.#write(task, source, told);
      });
    } catch (error) {
      disk?.note(error);
      const { encoder } = task.profile;
      if (encoder !== "software" && task.kind === "video" && !told.signal.aborted) encoderFailed?.(encoder, error);
      throw error;
    } finally {
      await source?.close();
    }
  }

  /** Second passes tell nothing: they leave the machine to everything else. */
  #measured({ kind, purpose }: RenderTask): MeasuredRender | undefined {
    return kind === "video" && purpose !== "second-pass" ? this.#options.speed?.begin() : undefined;
  }

  async #write(task: RenderTask, source: SourceFile | null, told: RenderRun): Promise<UnitRef> {
    const { cache, ffmpegPath } = this.#options;
    const { signal, label, report, learn } = told;
    const path = cache.workPath(task.key);
    const { key, kind, profile, expectedHeader, expectedCount } = task;
    const startedAtMs = performance.now();
    let renice: ((niceness: number) => void) | null = null;
    const onGrowth = ({ firstTagOffset, readableBytes, count }: UnitFacts) => {
      if (task.easing && count >= task.easing.count) {
        renice?.(task.easing.niceness);
        renice = null;
      }
      if (expectedCount) report(Math.min(1, count / expectedCount));
      learn({ key, kind, path, firstTagOffset, readableBytes, isComplete: false });
    };
    const { args, cleanUp, input } = await task.prepare();
    const options = { kind, profile, expectedHeader, onGrowth, ...(task.packets ? { packets: task.packets } : {}) };
    const writer = await UnitWriter.create(path, options).catch(async (error: unknown) => {
      await cleanUp();
      throw error;
    });
    const measured = this.#measured(task);
    try {
      const onStdout = (chunk: Uint8Array) => writer.push(chunk);
      const onStart = (given: typeof renice) => (renice = given);
      const options = { timeoutMs: RENDER_TIMEOUT_MS, signal, niceness: told.niceness(), onStdout, input, onStart };
      await runUnlessStalled(ffmpegPath, args, options, this.#options.stall);
      await source?.verify();
      const facts = await writer.finish();
      const record = { kind, firstTagOffset: facts.firstTagOffset, bytes: facts.readableBytes, count: facts.count, sha256: facts.sha256 };
      const unit = await cache.publish(key, path, record);
      measured?.done(profile.id, (facts.count * 1000) / profile.framesPerSecond);
      this.#note(task, label, facts, performance.now() - startedAtMs);
      learn(unit);
      return unit;
    } catch (error) {
      const ms = Math.round(performance.now() - startedAtMs);
      if (signal.aborted) this.#options.log.info({ key, kind, purpose: task.purpose, label, ms }, "unit given up");
      if (!this.#isReleased) await rm(path, { force: true });
      throw error;
    } finally {
      measured?.end();
      await writer.close();
      await cleanUp();
    }
  }

  #note({ key, kind, purpose }: RenderTask, label: string, { count, readableBytes }: UnitFacts, tookMs: number): void {
    this.#options.log.info({ key, kind, purpose, label, count, bytes: readableBytes, ms: Math.round(tookMs) }, "unit rendered");
  }
}

function isGone(error: unknown): boolean {
  return error instanceof UnitGoneError || isMissing(error);
}
