import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import {
  type ContentUpdate,
  DEFAULT_PROFILE_ID,
  DEFAULT_QUALITY,
  DEFAULT_RENDER_ENCODER,
  type EngineEvent,
  type EnginePort,
  type FoundRenderEncoder,
  type ItemId,
  type Logger,
  type OnAir,
  OFF_AIR,
  type Plan,
  type ProfileId,
  type RenderEncoder,
  type StreamId,
  type TrackId,
} from "@nightjar/contract";
import { type Scheduler, measureLoudness, probeVideo, run } from "@nightjar/media";
import type { NodeSceneHost } from "@nightjar/scene/node";
import { Preparer, type Slate, makeSlate } from "./director/preparer.ts";
import { Journal } from "./director/journal.ts";
import { forgottenAt } from "./director/resumed-sound.ts";
import { endForgotten } from "./director/session-journal.ts";
import { AirMemory, airMemoryPath, forgetOtherMemories } from "./director/air-memory.ts";
import { Programme } from "./director/programme.ts";
import { rememberByFile } from "./director/remember.ts";
import { salvageSegments } from "./director/salvage.ts";
import { readSessionRecord, removeSession, sessionDir } from "./director/session-record.ts";
import type { FirstTimes, SessionPort } from "./director/session-port.ts";
import { type HeaderChoice, type SlateFound, headerName, headerProfile, isCarried } from "./director/splice.ts";
import { type Resumed, StreamSession } from "./director/stream-session.ts";
import { Upkeep } from "./director/upkeep.ts";
import { bootId } from "./egress/linux-proc.ts";
import { isAlive } from "./egress/publisher.ts";
import { reap } from "./egress/reap.ts";
import { SocketReader } from "./egress/socket-table.ts";
import type { PlayoutCommand, PlayoutEvent, PlayoutHealth } from "./playout/protocol.ts";
import { readPlayoutRecord } from "./playout/record.ts";
import { EdgeStore } from "./render/edges.ts";
import { UnitCache } from "./render/cache.ts";
import { EncoderCatalogue } from "./render/encoders.ts";
import type { DiskSpace } from "./render/disk.ts";
import { RenderSpeed } from "./render/render-speed.ts";
import { LevelStore } from "./render/levels.ts";
import { Renderer } from "./render/renderer.ts";
import { SecondPass } from "./render/second-pass.ts";
import { SourceFactsStore } from "./render/source-facts.ts";
import { unitsOf } from "./timeline/segment.ts";

export interface EngineOptions {
  /** The engine's own folder: cache, session records. */
  readonly engineDir: string;
  readonly ffmpegPath: string;
  readonly ffprobePath: string;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  /** For tests: begins a stream's clocks near their limits. */
  readonly clocksOf?: (streamId: StreamId) => FirstTimes;
  /** Starts the playout thread (`worker-entry`). */
  readonly startWorker: () => Worker;
  /** Told once a second. */
  readonly onHealth?: (health: PlayoutHealth) => void;
  /** Loads canvas and fonts; called when the first scene is drawn. */
  readonly loadSceneHost: () => Promise<NodeSceneHost>;
  /** How large the cache may grow; by default four fifths of what is free at the start. */
  readonly cacheMaxBytes?: number | undefined;
  /** For tests: what the file system says. */
  readonly diskSpace?: ((dir: string) => Promise<DiskSpace>) | undefined;
}

export interface Engine extends EnginePort {
  /** What the cache of rendered units takes up. */
  readonly cacheBytes: number;
  /** `offAir`: end all publishers; otherwise they go on for the next process. */
  close(options: { offAir: boolean }): Promise<void>;
}

const POLL_MS = 100;
const SWEEP_MS = 950;

/** Opens the engine: the thread runs and what an earlier process left is known; nothing is on air before `reconcile`. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  await mkdir(join(options.engineDir, "sessions"), { recursive: true, mode: 0o700 });
  const cache = new UnitCache(join(options.engineDir, "cache"), { log: options.log });
  await cache.open();
  const { stdout } = await run(options.ffmpegPath, ["-version"], { timeoutMs: 10_000 });
  const [ffmpegVersion = ""] = stdout.toString("utf8").split("\n");
  const journal = await Journal.open(options.engineDir, options.log);
  const engine = new PlayoutEngine(options, cache, journal, ffmpegVersion, bootId());
  await engine.ready;
  return engine;
}

class PlayoutEngine implements Engine {
  readonly ready: Promise<void>;
  readonly journal: Journal;
  readonly #options: EngineOptions;
  readonly #cache: UnitCache;
  readonly #renderer: Renderer;
  readonly #speed: RenderSpeed;
  readonly #preparer: Preparer;
  readonly #upkeep: Upkeep;
  readonly #worker: Worker;
  readonly #bootId: string;
  readonly #sessions = new Map<StreamId, StreamSession>();
  readonly #stopping = new Map<StreamId, Promise<void>>();
  /** Sessions of #stopping that had begun, until they are off. */
  readonly #ending = new Map<StreamId, StreamSession>();
  readonly #slates = new Map<string, Promise<Slate>>();
  readonly #encoders: EncoderCatalogue;
  readonly #secondPass: SecondPass;
  readonly #slateKeys: string[] = [];
  readonly #listeners = new Set<(event: EngineEvent) => void>();
  readonly #poll: NodeJS.Timeout;
  readonly #sockets = new SocketReader();
  #lastSweepMs = 0;
  #sceneHost: Promise<NodeSceneHost> | null = null;

  constructor(options: EngineOptions, cache: UnitCache, journal: Journal, ffmpegVersion: string, boot: string) {
    const { ffmpegPath, ffprobePath, scheduler, log } = options;
    this.#options = options;
    this.#cache = cache;
    this.journal = journal;
    this.#bootId = boot;
    this.#speed = new RenderSpeed(join(options.engineDir, "render-speed.json"));
    const onUnit = (unit: Extract<PlayoutCommand, { type: "unit" }>["unit"]) => this.#toThread({ type: "unit", unit });
    const workDir = join(options.engineDir, "cache", "unfinished");
    const onChange = () => this.#sessions.forEach((session) => session.refill());
    this.#upkeep = new Upkeep({ ...options, cache, onChange, pinned: () => this.#unitKeys() });
    const { disk } = this.#upkeep;
    this.#encoders = new EncoderCatalogue(ffmpegPath);
    this.#secondPass = new SecondPass({
      scheduler,
      log,
      inUse: () => new Set(this.#unitKeys()),
      onBetter: (key, unit) => this.#sessions.forEach((session) => session.betterPicture(key, unit)),
    });
    const renderHooks = {
      secondPass: () => this.#secondPass,
      device: (encoder: RenderEncoder) => this.#encoders.device(encoder),
      encoderFailed: (encoder: RenderEncoder, error: unknown) => void this.#encoderFailed(encoder, error),
    };
    this.#renderer = new Renderer({
      ...{ cache, disk, workDir, ffmpegPath, ffmpegVersion, scheduler, log, onUnit, speed: this.#speed },
      ...renderHooks,
    });
    const probe = rememberByFile((path: string) => probeVideo(path, { ffprobePath }));
    const measure = (path: string) => measureLoudness(path, { ffmpegPath });
    const sceneHost = () => (this.#sceneHost ??= options.loadSceneHost());
    const edgeDir = join(options.engineDir, "cache", "edges");
    const edges = new EdgeStore({ cache, disk, ffmpegPath, ffmpegVersion });
    const facts = new SourceFactsStore({ dir: edgeDir, ffmpegPath });
    const levels = new LevelStore({ dir: edgeDir, ffmpegPath, ffmpegVersion });
    this.#preparer = new Preparer({ renderer: this.#renderer, edges, facts, levels, sceneHost, probeVideo: probe, measure, log });
    this.#worker = options.startWorker();
    const ready = Promise.withResolvers<void>();
    this.ready = ready.promise;
    this.#worker.on("message", (event: PlayoutEvent) => (event.type === "ready" ? ready.resolve() : this.#take(event)));
    this.#worker.on("error", (error) => {
      log.error({ err: error }, "playout thread failed");
      ready.reject(error);
    });
    this.#poll = setInterval(() => this.#pollSenders(), POLL_MS);
  }

  async reconcile(plans: readonly Plan[]): Promise<void> {
    const wanted = new Map(plans.map((plan) => [plan.streamId as string, plan]));
    const inUse = new Set<string>();
    const adopted = new Set<string>();
    for (const name of await readdir(join(this.#options.engineDir, "sessions"))) {
      const dir = join(this.#options.engineDir, "sessions", name);
      const resumed = await this.#findSession(dir, wanted);
      const plan = resumed && wanted.get(resumed.record.streamId);
      if (!resumed || !plan) continue;
      for (const { path, key } of resumed.segments.flatMap(unitsOf)) {
        adopted.add(key);
        inUse.add(path);
      }
      wanted.delete(resumed.record.streamId);
      const session = this.#newSession(plan);
      this.#run(session, session.resume(resumed));
    }
    forgetOtherMemories(
      this.#options.engineDir,
      plans.map(({ sessionId }) => sessionId),
    );
    endForgotten(this.journal, plans, new Set([...this.#sessions.values()].map(({ plan }) => plan.sessionId)));
    await this.#cache.sweep(inUse);
    // Nothing on air waits for this.
    const takingStock = this.#upkeep.takeStock().then(() => this.#upkeep.checkAdopted(adopted, (key) => this.#repair(key)));
    takingStock.catch((error: unknown) => this.#options.log.error({ err: error }, "the cache could not be counted"));
    for (const plan of wanted.values()) this.apply(plan);
    const usual = { profileId: DEFAULT_PROFILE_ID, quality: DEFAULT_QUALITY, renderEncoder: DEFAULT_RENDER_ENCODER };
    for (const choice of [...plans, usual]) {
      this.#slate(choice).catch((error: unknown) => this.#options.log.error({ err: error }, "slate not rendered"));
    }
  }

  apply(plan: Plan): void {
    const running = this.#sessions.get(plan.streamId);
    if (running?.plan.sessionId === plan.sessionId) {
      running.update(plan);
      return;
    }
    const before = running ? this.#stopSession(running) : (this.#stopping.get(plan.streamId) ?? Promise.resolve());
    const session = this.#newSession(plan);
    this.#run(
      session,
      before.then(() => (this.#sessions.get(plan.streamId) === session ? session.start() : undefined)),
    );
  }

  stop(streamId: StreamId): void {
    const session = this.#sessions.get(streamId);
    if (session) void this.#stopSession(session, { isFaded: true });
  }

  skip(streamId: StreamId): void {
    this.#sessions.get(streamId)?.skip();
  }

  async updateContent(streamId: StreamId): Promise<ContentUpdate> {
    return (await this.#sessions.get(streamId)?.updateContent()) ?? { isUpdated: false, reason: "The stream is not on air." };
  }

  jump(streamId: StreamId, itemId: ItemId): boolean {
    return this.#sessions.get(streamId)?.jump(itemId) ?? false;
  }

  onAir(streamId: StreamId): OnAir {
    const session = this.#sessions.get(streamId);
    // One that has not begun waits for another to end: that is what is true until then.
    const shown = session?.state === "off" ? (this.#ending.get(streamId) ?? session) : (session ?? this.#ending.get(streamId));
    return shown?.onAir() ?? OFF_AIR;
  }

  renderEncoders(): Promise<FoundRenderEncoder[]> {
    return this.#encoders.found();
  }

  renderSpeed(profileId: ProfileId): number {
    return this.#speed.of(profileId);
  }

  liftQuarantine(streamId: StreamId, trackId: TrackId): boolean {
    const items = this.#sessions.get(streamId)?.plan.items ?? [];
    const files = new Set(items.flatMap(({ trackId: id, audio }) => (id === trackId && audio ? [audio.sha256] : [])));
    return [...files].filter((sha256) => this.#upkeep.quarantine.lift(sha256)).length > 0;
  }

  get cacheBytes(): number {
    return this.#cache.index.bytes;
  }

  subscribe(listener: (event: EngineEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close({ offAir }: { offAir: boolean }): Promise<void> {
    clearInterval(this.#poll);
    this.#secondPass.close();
    this.#sockets.close();
    this.#upkeep.close();
    if (!offAir) this.#renderer.release();
    const sessions = [...this.#sessions.values()];
    await Promise.all(sessions.map((session) => (offAir ? this.#stopSession(session) : session.release())));
    await Promise.all(this.#stopping.values());
    await this.#worker.terminate();
    await this.journal.closeFile();
  }

  #newSession(plan: Plan): StreamSession {
    const { ffmpegPath, log, engineDir } = this.#options;
    const port: SessionPort = {
      ffmpegPath,
      bootId: this.#bootId,
      clocks: this.#options.clocksOf?.(plan.streamId) ?? { sessionMs: 0, connectionMs: 0 },
      dir: sessionDir(engineDir, plan.streamId),
      programme: new Programme(new AirMemory(airMemoryPath(engineDir, plan.sessionId))),
      preparer: this.#preparer,
      quarantine: this.#upkeep.quarantine,
      watch: this.#upkeep.watchPort(this.#renderer),
      journal: this.journal,
      log,
      slate: (choice) => this.#slate(choice),
      diskFailed: (error) => this.#upkeep.disk.note(error),
      toThread: (command) => this.#toThread(command),
      emit: (event) => this.#emit(event),
    };
    const session = new StreamSession(plan, port);
    this.#sessions.set(plan.streamId, session);
    return session;
  }

  #run(session: StreamSession, work: Promise<void>): void {
    work.catch((error: unknown) => this.#options.log.error({ err: error, streamId: session.plan.streamId }, "session not started"));
  }

  /** Settles when this session and those stopped before it are off. */
  async #stopSession(session: StreamSession, how: { isFaded: boolean } = { isFaded: false }): Promise<void> {
    const { streamId } = session.plan;
    if (session.state !== "off") this.#ending.set(streamId, session);
    const stopping = Promise.all([this.#stopping.get(streamId), session.stop(how)])
      .then(() => undefined)
      .finally(() => {
        if (this.#stopping.get(streamId) === stopping) this.#stopping.delete(streamId);
        if (this.#ending.get(streamId) === session) this.#ending.delete(streamId);
        if (this.#sessions.get(streamId) === session) this.#sessions.delete(streamId);
      });
    this.#stopping.set(streamId, stopping);
    return stopping;
  }

  /** What an earlier process left in `dir`, if it is wanted and can go on; otherwise its publishers are ended. */
  async #findSession(dir: string, wanted: ReadonlyMap<string, Plan>): Promise<Resumed | null> {
    const record = readSessionRecord(dir);
    const playout = readPlayoutRecord(dir);
    const isOfThisBoot = record?.bootId === this.#bootId;
    const plan = record ? wanted.get(record.streamId) : undefined;
    const publishers = record && isOfThisBoot ? record.publishers : [];
    const alive = publishers.filter(isAlive);
    const canGoOn = record && plan?.sessionId === record.sessionId && isCarried(plan, { ...record, renderEncoder: record.encoder });
    if (canGoOn && playout && alive.length > 0) {
      const segments = await salvageSegments(playout.segments, playout.position.state, this.#cache);
      if (segments) return { record: { ...record, publishers: alive }, position: playout.position, segments };
    }
    if (record) this.journal.end(record, forgottenAt(dir, isOfThisBoot ? playout : null, record.profileId));
    const ended = await reap(alive);
    if (ended > 0) this.#options.log.info({ ended }, "publishers of an earlier process ended");
    removeSession(dir);
    return null;
  }

  /** Units that must stay: on air, written, to be, or being made; and the slates. */
  *#unitKeys(): Iterable<string> {
    yield* this.#renderer.runningKeys;
    yield* this.#slateKeys;
    for (const session of this.#sessions.values()) yield* session.unitKeys;
  }

  async #slate(choice: HeaderChoice): Promise<SlateFound> {
    const { renderEncoder } = choice;
    if (renderEncoder !== "software") {
      try {
        const { isAvailable, reason } = await this.#encoders.find(renderEncoder);
        if (!isAvailable) throw new Error(reason ?? "not available");
        return { slate: await this.#slateOf(choice), encoder: renderEncoder };
      } catch (error) {
        this.#options.log.warn({ err: error, renderEncoder }, "rendered by software instead");
      }
    }
    return { slate: await this.#slateOf({ ...choice, renderEncoder: "software" }), encoder: "software" };
  }

  #slateOf(choice: HeaderChoice): Promise<Slate> {
    const name = headerName(choice);
    const known = this.#slates.get(name);
    if (known) return known;
    const making = makeSlate(this.#renderer, headerProfile(choice), { lane: "air", dueAtMs: 0, label: "Slate" });
    this.#slates.set(name, making);
    making.then(({ video, silence }) => this.#slateKeys.push(video.key, silence.key)).catch(() => undefined);
    making.catch(() => this.#slates.delete(name));
    return making;
  }

  /** A file may be at fault, or the encoder: a new trial tells. */
  async #encoderFailed(encoder: RenderEncoder, error: unknown): Promise<void> {
    const { isAvailable } = await this.#encoders.doubt(encoder, error);
    if (isAvailable) return;
    this.#options.log.error({ err: error, encoder }, "the graphics encoder failed");
    for (const session of this.#sessions.values()) session.encoderLost(encoder);
  }

  #take(event: Exclude<PlayoutEvent, { type: "ready" }>): void {
    if (event.type === "status") return void this.#options.onHealth?.(event);
    if (event.type === "damaged") return this.#recheck(event);
    for (const session of this.#sessions.values()) if (session.plan.sessionId === event.sessionId) session.take(event);
  }

  /** All senders in one sweep: the kernel writes its whole list of connections for every look at it. */
  #pollSenders(): void {
    const sessions = [...this.#sessions.values()];
    const nowMs = performance.now();
    const isSweep = sessions.length > 0 && nowMs - this.#lastSweepMs >= SWEEP_MS;
    if (!isSweep && !sessions.some((session) => session.isPollDue)) return;
    if (isSweep) this.#lastSweepMs = nowMs;
    const sockets = this.#sockets.read();
    for (const session of sessions) session.poll(sockets, isSweep);
  }

  /** Removed from the cache when it is broken indeed, and made again for those that need it. */
  #recheck({ key, reason }: Extract<PlayoutEvent, { type: "damaged" }>): void {
    const { log } = this.#options;
    log.warn({ key, reason }, "a unit on air is damaged");
    this.#cache.recheck(key).then(
      (isThere) => (isThere ? undefined : this.#repair(key)),
      (error: unknown) => log.error({ err: error, key }, "a unit could not be looked at again"),
    );
  }

  #repair(key: string): void {
    for (const session of this.#sessions.values()) session.repair(key);
  }

  #toThread(command: PlayoutCommand): void {
    this.#worker.postMessage(command);
  }

  #emit(event: EngineEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
