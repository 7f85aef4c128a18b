import { createHash } from "node:crypto";
import { rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { EncoderProfile, Logger, Loudness, PlanFile, RenderEncoder } from "@nightjar/contract";
import { type Job, type Lane, type Scheduler, createScheduler, run } from "@nightjar/media";
import type { Motion } from "@nightjar/scene/node";
import type { UnitRef } from "../timeline/unit.ts";
import { audioArgs, gainDb, pcmArgs, silenceArgs } from "./audio.ts";
import type { UnitCache } from "./cache.ts";
import { type CompositeBackground, type OverlayBox, compositeArgs } from "./composite.ts";
import { defaultBackground } from "./default-background.ts";
import type { DiskGuard } from "./disk.ts";
import { type Preset, RENDERER_VERSION } from "./encoder-args.ts";
import type { Junction } from "./junction.ts";
import { movingSheet } from "./motion.ts";
import type { Phase } from "./phase.ts";
import { type SourceFile, openSource } from "./source-file.ts";
import type { RenderSpeed } from "./render-speed.ts";
import { SECOND_NICENESS, SECOND_PRESET, type SecondPass } from "./second-pass.ts";
import { type MovingTransition, transitionArgs } from "./transition.ts";
import { type UnitFacts, UnitWriter } from "./unit-writer.ts";

/** A drawn box of the scene before it has a file. */
export interface DrawnBox extends Omit<OverlayBox, "rgbaPath"> {
  readonly rgba: Uint8Array;
}

/** What lies under the scene: the plain default, or a video played `passes` times. */
export type RequestedBackground =
  | { readonly kind: "default" }
  | { readonly kind: "image"; readonly file: PlanFile }
  | { readonly kind: "video"; readonly file: PlanFile; readonly passes: number };

export interface CompositeRequest {
  readonly background: RequestedBackground;
  /** Stands for everything drawn in the key. */
  readonly sceneKey: string;
  readonly draw: () => Promise<readonly DrawnBox[]>;
  /** What moves through `maxFrames`, drawn step by step; its look is part of `sceneKey`. */
  readonly motions?: () => Promise<readonly Motion[]>;
  readonly maxFrames: number;
}

export interface TransitionRequest {
  readonly kind: MovingTransition;
  /** `fromMs`: where in its file it is shown when it begins to give way. */
  readonly from: { readonly background: RequestedBackground; readonly fromMs: number };
  readonly to: RequestedBackground;
  /** Of the new picture. */
  readonly sceneKey: string;
  readonly draw: () => Promise<readonly DrawnBox[]>;
}

export interface AudioRequest {
  readonly file: PlanFile;
  readonly loudness: Loudness;
  readonly targetLufs: number;
  /** Where it begins on the grid of the track it goes on from without a gap. */
  readonly phase?: Phase | undefined;
}

export interface Urgency {
  readonly lane: Lane;
  /** On the scheduler's clock. */
  readonly dueAtMs?: number;
  readonly label: string;
  /** Who waits for it. */
  readonly streamId?: string | undefined;
}

/** A render under way or queued. */
export interface RenderView {
  readonly label: string;
  readonly progress: number;
  /** On the scheduler's clock; null: no date. */
  readonly dueAtMs: number | null;
  /** Its clock is performance.now(); null while it waits. */
  readonly startedAtMs: number | null;
}

/** A unit that is there, or being made. */
export interface UnitHandle {
  readonly key: string;
  /** Settles when the first GOP or packets can be read. */
  readonly readable: Promise<UnitRef>;
  readonly done: Promise<UnitRef>;
  /** As far as it is known now. */
  current(): UnitRef | null;
  progress(): number;
  raise(urgency: Urgency): void;
}

/** AVC and AAC sequence headers that every unit of a profile must have. */
export interface ProfileHeaders {
  readonly video: Buffer;
  readonly audio: Buffer;
}

export interface RendererOptions {
  readonly cache: UnitCache;
  /** Asked before each render, told of failed writes. */
  readonly disk?: DiskGuard | undefined;
  readonly workDir: string;
  readonly ffmpegPath: string;
  /** Part of every key: another ffmpeg writes other bytes. */
  readonly ffmpegVersion: string;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  /** Told of every growth and of every end. */
  readonly onUnit: (unit: UnitRef) => void;
  /** Told how long each picture took. */
  readonly speed?: RenderSpeed | undefined;
  /** Offered every picture that was rendered fast. */
  readonly secondPass?: (() => SecondPass) | undefined;
  /** Told when a picture by a hardware encoder could not be made. */
  readonly encoderFailed?: ((encoder: RenderEncoder, error: unknown) => void) | undefined;
  /** The device of a hardware encoder. */
  readonly device?: ((encoder: RenderEncoder) => string) | undefined;
}

const RENDER_TIMEOUT_MS = 4 * 60 * 60 * 1000;
/** Above renders the timeline and the publishers must always find the processor. */
const RENDER_NICENESS = 10;
const SILENCE_MS = 5000;
/** To be there in time; what it costs in picture is made good by the second pass. */
const FIRST_PRESET: Preset = "ultrafast";

interface Prepared {
  readonly args: string[];
  readonly cleanUp: () => Promise<void>;
  readonly input?: AsyncIterable<Uint8Array>;
}

interface RenderTask {
  readonly key: string;
  readonly kind: "video" | "audio";
  readonly profile: EncoderProfile;
  readonly expectedHeader: Buffer | null;
  readonly expectedCount: number | null;
  readonly packets?: { readonly skip: number; readonly take: number };
  readonly prepare: () => Promise<Prepared>;
  readonly niceness?: number;
  /** As long as its track: ended when nobody waits for it any more. */
  readonly isLong?: boolean;
  /** Made within a moment. */
  readonly isSmall?: boolean;
  /** The track's file: it must still be what its hash says when it has been read. */
  readonly source?: PlanFile;
}

interface Running {
  readonly handle: UnitHandle;
  readonly waiting: Set<string>;
  readonly label: string;
  dueAtMs: number;
  startedAtMs: number | null;
  readonly isLong: boolean;
  cancel(): void;
}

/** Makes units with ffmpeg, once each, and keeps them in the cache. */
export class Renderer {
  readonly #options: RendererOptions;
  /** For what is made within a moment, and must not wait for a place behind the long ones. */
  readonly #small = createScheduler({ concurrency: 2, now: () => performance.now() });
  readonly #running = new Map<string, Running>();
  readonly #defaults = new Map<string, Promise<void>>();
  #isReleased = false;

  constructor(options: RendererOptions) {
    this.#options = options;
  }

  /** From now on what is unfinished is left where it is: the next process may have to play it to the end. */
  release(): void {
    this.#isReleased = true;
  }

  /** Units being made: nothing of them may be evicted. */
  get runningKeys(): Iterable<string> {
    return this.#running.keys();
  }

  /** A stream needs of the long renders it asked for only these any more; one that nobody needs is ended. */
  giveUp(streamId: string, needed: ReadonlySet<string>): void {
    if (this.#isReleased) return;
    for (const [key, { isLong, waiting, cancel }] of this.#running) {
      if (!isLong || needed.has(key) || !waiting.delete(streamId) || waiting.size > 0) continue;
      cancel();
    }
  }

  /** What a stream waits for, soonest on air first. */
  rendersOf(streamId: string): RenderView[] {
    return [...this.#running.values()]
      .filter(({ waiting }) => waiting.has(streamId))
      .toSorted((a, b) => a.dueAtMs - b.dueAtMs)
      .map(({ handle, label, dueAtMs, startedAtMs }) => {
        return { label, progress: handle.progress(), dueAtMs: Number.isFinite(dueAtMs) ? dueAtMs : null, startedAtMs };
      });
  }

  /** The picture of one item: one pass over its background. */
  composite(profile: EncoderProfile, headers: ProfileHeaders | null, request: CompositeRequest, urgency: Urgency): Promise<UnitHandle> {
    const { background: wanted, sceneKey, maxFrames } = request;
    const identity = [profile, underOf(wanted), sceneKey, maxFrames];
    const key = this.#key(["composite", ...identity]);
    const task = (name: string, preset: Preset): RenderTask => ({
      key: name,
      kind: "video",
      profile,
      expectedHeader: headers?.video ?? null,
      expectedCount: maxFrames,
      prepare: () => this.#prepareComposite(name, profile, request, preset),
    });
    // As long as its track, used once a round, and the track's length to render: what moves has no second pass.
    if (!headers || request.motions || profile.encoder !== "software")
      return this.#ensure({ ...task(key, FIRST_PRESET), isLong: request.motions !== undefined }, urgency);
    const betterKey = this.#key(["composite", SECOND_PRESET, ...identity]);
    return this.#preferBetter(task(key, FIRST_PRESET), { ...task(betterKey, SECOND_PRESET), niceness: SECOND_NICENESS }, urgency);
  }

  /** The better unit where there is one; otherwise the fast one, which is offered to be rendered again. */
  async #preferBetter(fast: RenderTask, better: RenderTask, urgency: Urgency): Promise<UnitHandle> {
    const found = await this.#options.cache.get(better.key, { kind: better.kind, header: better.expectedHeader });
    if (found) return finishedHandle(found);
    const handle = await this.#ensure(fast, urgency);
    const start = () => this.#start(better, { lane: "idle", label: urgency.label });
    const offer = () => this.#options.secondPass?.().offer({ key: fast.key, label: urgency.label, start });
    handle.done.then(offer, () => undefined);
    return handle;
  }

  async #prepareComposite(key: string, profile: EncoderProfile, request: CompositeRequest, preset: Preset): Promise<Prepared> {
    const { maxFrames } = request;
    const boxes = await this.#writeBoxes(key, await request.draw());
    const background = await this.#background(profile, request.background);
    const motions = (await request.motions?.()) ?? [];
    const moving = movingSheet(motions, { framesPerSecond: profile.framesPerSecond, frameCount: maxFrames });
    const device = this.#options.device?.(profile.encoder) ?? "";
    const args = compositeArgs({ profile, background, boxes, moving, maxFrames, preset, device });
    const cleanUp = async () => void (await Promise.all(boxes.map((box) => rm(box.rgbaPath, { force: true }))));
    return { args, cleanUp, ...(moving ? { input: moving.sheets } : {}) };
  }

  /** One GOP in which one background gives way to another; `to` goes on behind it with its composite's second GOP. */
  transition(profile: EncoderProfile, headers: ProfileHeaders, request: TransitionRequest, urgency: Urgency): Promise<UnitHandle> {
    const { kind, from, to, sceneKey } = request;
    const fromMs = from.background.kind === "video" ? from.fromMs : 0;
    const key = this.#key(["transition", profile, kind, underOf(from.background), fromMs, underOf(to), sceneKey]);
    const prepare = async (): Promise<Prepared> => {
      const boxes = await this.#writeBoxes(key, await request.draw());
      const [under, over] = await Promise.all([this.#background(profile, from.background), this.#background(profile, to)]);
      const device = this.#options.device?.(profile.encoder) ?? "";
      const args = transitionArgs({ profile, kind, from: { background: under, fromMs }, to: over, boxes, preset: FIRST_PRESET, device });
      return { args, cleanUp: async () => void (await Promise.all(boxes.map((box) => rm(box.rgbaPath, { force: true })))) };
    };
    const task = { key, kind: "video", profile, expectedHeader: headers.video, expectedCount: profile.gopFrames, prepare } as const;
    return this.#ensure(task, urgency);
  }

  /** The sound of one file at the target's loudness. */
  audio(profile: EncoderProfile, headers: ProfileHeaders, request: AudioRequest, urgency: Urgency): Promise<UnitHandle> {
    const { file, loudness, targetLufs, phase } = request;
    const gain = gainDb(loudness, targetLufs);
    const sound = [file.sha256, gain, loudness.truePeakDbtp, ...(phase ? [phase] : [])];
    const key = this.#key(["audio", profile.audioKbps, profile.sampleRateHz, ...sound]);
    const args = audioArgs(profile, { path: file.path, loudness, targetLufs, phase });
    const prepare = () => Promise.resolve({ args, cleanUp: nothing });
    const packets = phase ? { packets: { skip: phase.wholePackets, take: Number.POSITIVE_INFINITY } } : {};
    return this.#ensure(
      { key, kind: "audio", profile, expectedHeader: headers.audio, expectedCount: null, prepare, source: file, ...packets },
      urgency,
    );
  }

  /** A junction between two tracks; `identity` stands for both and the crossfade. */
  junction(
    profile: EncoderProfile,
    headers: ProfileHeaders,
    junction: Junction,
    identity: readonly unknown[],
    urgency: Urgency,
  ): Promise<UnitHandle> {
    const key = this.#key(["junction", profile.audioKbps, profile.sampleRateHz, ...identity]);
    const prepare = async () => {
      const { pcm } = junction;
      const path = join(this.#options.workDir, `${key}.f32`);
      await writeFile(path, new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength), { mode: 0o600 });
      return { args: pcmArgs(profile, path), cleanUp: () => rm(path, { force: true }) };
    };
    const packets = { skip: junction.skipPackets, take: junction.packets };
    const sound = { kind: "audio", profile, expectedHeader: headers.audio, expectedCount: junction.packets } as const;
    return this.#ensure({ ...sound, key, prepare, packets, isSmall: true, niceness: 0 }, urgency);
  }

  /** The slate's bed. Sets the profile's audio header. */
  silence(profile: EncoderProfile, urgency: Urgency): Promise<UnitHandle> {
    const key = this.#key(["silence", profile.audioKbps, profile.sampleRateHz, SILENCE_MS]);
    const prepare = () => Promise.resolve({ args: silenceArgs(profile, SILENCE_MS), cleanUp: nothing });
    return this.#ensure({ key, kind: "audio", profile, expectedHeader: null, expectedCount: null, prepare }, urgency);
  }

  /** As far as it is there now, and where. */
  async latest(unit: UnitRef): Promise<UnitRef> {
    const running = this.#running.get(unit.key)?.handle.current();
    return running ?? (await this.#options.cache.get(unit.key)) ?? unit;
  }

  #key(parts: readonly unknown[]): string {
    const identity = JSON.stringify([RENDERER_VERSION, this.#options.ffmpegVersion, ...parts]);
    return createHash("sha256").update(identity).digest("hex");
  }

  async #ensure(task: RenderTask, urgency: Urgency): Promise<UnitHandle> {
    const running = this.#running.get(task.key);
    if (running) {
      running.handle.raise(urgency);
      return running.handle;
    }
    const cached = await this.#options.cache.get(task.key, { kind: task.kind, header: task.expectedHeader });
    const raced = this.#running.get(task.key);
    if (raced) {
      raced.handle.raise(urgency);
      return raced.handle;
    }
    return cached ? finishedHandle(cached) : this.#start(task, urgency);
  }

  #start(task: RenderTask, urgency: Urgency): UnitHandle & { cancel(): void } {
    const readable = Promise.withResolvers<UnitRef>();
    let current: UnitRef | null = null;
    const learn = (unit: UnitRef) => {
      current = unit;
      this.#options.onUnit(unit);
      readable.resolve(unit);
    };
    const scheduler = task.isSmall ? this.#small : this.#options.scheduler;
    const job: Job<UnitRef> = scheduler.schedule(
      { lane: urgency.lane, dueAtMs: urgency.dueAtMs, key: task.key, label: urgency.label },
      ({ signal, report }) => {
        running.startedAtMs = performance.now();
        return this.#render(task, signal, report, learn);
      },
    );
    const done = job.promise.finally(() => this.#running.delete(task.key));
    done.catch((error: unknown) => {
      // A unit given up while it grew is complete as far as it goes: whoever plays it comes to its end.
      if (current) this.#options.onUnit({ ...current, isComplete: true });
      readable.reject(error);
    });
    readable.promise.catch(nothing);
    const { dueAtMs = Number.POSITIVE_INFINITY, label, streamId } = urgency;
    const raise = (wish: Urgency) => {
      job.raise(wish.lane, wish.dueAtMs);
      running.dueAtMs = Math.min(running.dueAtMs, wish.dueAtMs ?? Number.POSITIVE_INFINITY);
      if (wish.streamId) running.waiting.add(wish.streamId);
    };
    const handle = { key: task.key, readable: readable.promise, done, current: () => current, progress: () => job.progress(), raise };
    const cancel = () => job.cancel();
    const waiting = new Set(streamId ? [streamId] : []);
    const running: Running = { handle, waiting, label, dueAtMs, startedAtMs: null, isLong: task.isLong ?? false, cancel };
    this.#running.set(task.key, running);
    return { ...handle, cancel };
  }

  async #render(
    task: RenderTask,
    signal: AbortSignal,
    report: (progress: number) => void,
    learn: (unit: UnitRef) => void,
  ): Promise<UnitRef> {
    const { disk } = this.#options;
    // What a profile's headers are taken from is small, and without it nothing airs at all.
    if (task.expectedHeader) await disk?.check();
    const source = task.source ? await openSource(task.source) : null;
    try {
      return await this.#write(task, source, { signal, report, learn });
    } catch (error) {
      disk?.note(error);
      const { encoder } = task.profile;
      if (encoder !== "software" && task.kind === "video" && !signal.aborted) this.#options.encoderFailed?.(encoder, error);
      throw error;
    } finally {
      await source?.close();
    }
  }

  async #write(
    task: RenderTask,
    source: SourceFile | null,
    { signal, report, learn }: { signal: AbortSignal; report: (progress: number) => void; learn: (unit: UnitRef) => void },
  ): Promise<UnitRef> {
    const { cache, ffmpegPath, log } = this.#options;
    const path = cache.workPath(task.key);
    const { key, kind, profile, expectedHeader, expectedCount } = task;
    const startedAtMs = performance.now();
    const onGrowth = ({ firstTagOffset, readableBytes, count }: UnitFacts) => {
      if (expectedCount) report(Math.min(1, count / expectedCount));
      learn({ key, kind, path, firstTagOffset, readableBytes, isComplete: false });
    };
    const { args, cleanUp, input } = await task.prepare();
    const options = { kind, profile, expectedHeader, onGrowth, ...(task.packets ? { packets: task.packets } : {}) };
    const writer = await UnitWriter.create(path, options);
    try {
      const onStdout = (chunk: Uint8Array) => writer.push(chunk);
      await run(ffmpegPath, args, { timeoutMs: RENDER_TIMEOUT_MS, signal, niceness: task.niceness ?? RENDER_NICENESS, onStdout, input });
      await source?.verify();
      const facts = await writer.finish();
      const record = { kind, firstTagOffset: facts.firstTagOffset, bytes: facts.readableBytes, count: facts.count, sha256: facts.sha256 };
      const unit = await cache.publish(key, path, record);
      const tookMs = performance.now() - startedAtMs;
      log.info({ key, kind, count: facts.count, bytes: record.bytes, ms: Math.round(tookMs) }, "unit rendered");
      if (kind === "video" && task.niceness === undefined)
        this.#options.speed?.note(profile.id, (facts.count * 1000) / profile.framesPerSecond, tookMs);
      learn(unit);
      return unit;
    } catch (error) {
      if (!this.#isReleased) await rm(path, { force: true });
      throw error;
    } finally {
      await writer.close();
      await cleanUp();
    }
  }

  async #background({ widthPx, heightPx }: EncoderProfile, wanted: RequestedBackground): Promise<CompositeBackground> {
    if (wanted.kind === "image") return { kind: "image", path: wanted.file.path };
    if (wanted.kind === "video") return { kind: "video", path: wanted.file.path, passes: wanted.passes };
    const rgbPath = this.#options.cache.assetPath(`default-${RENDERER_VERSION}-${widthPx}x${heightPx}.rgb`);
    const written = this.#defaults.get(rgbPath) ?? writeDefaultBackground(rgbPath, widthPx, heightPx);
    this.#defaults.set(rgbPath, written);
    await written;
    return { kind: "still", rgbPath };
  }

  async #writeBoxes(key: string, boxes: readonly DrawnBox[]): Promise<OverlayBox[]> {
    return Promise.all(
      boxes.map(async ({ rgba, ...box }, index) => {
        const rgbaPath = join(this.#options.workDir, `${key}.${index}.rgba`);
        await writeFile(rgbaPath, rgba, { mode: 0o600 });
        return { ...box, rgbaPath };
      }),
    );
  }
}

/** Stands for a background in keys. */
function underOf(wanted: RequestedBackground): readonly unknown[] {
  return wanted.kind === "default" ? ["default"] : [wanted.kind, wanted.file.sha256, wanted.kind === "video" ? wanted.passes : 1];
}

/** Drawn once an installation and size: it takes about a quarter of a second. */
async function writeDefaultBackground(path: string, widthPx: number, heightPx: number): Promise<void> {
  const known = await stat(path).catch(() => null);
  if (known?.size === widthPx * heightPx * 3) return;
  await writeFile(`${path}.new`, defaultBackground(widthPx, heightPx), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

function nothing(): Promise<void> {
  return Promise.resolve();
}

/** A handle on a unit that is there. */
export function finishedHandle(unit: UnitRef): UnitHandle {
  const ready = Promise.resolve(unit);
  return { key: unit.key, readable: ready, done: ready, current: () => unit, progress: () => 1, raise: () => undefined };
}
