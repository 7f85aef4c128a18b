import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  type ContentUpdate,
  type EngineEvent,
  type EnginePort,
  type ItemId,
  type LiveViewer,
  type OnAir,
  OFF_AIR,
  type Plan,
  type StreamId,
  type TrackId,
} from "@nightjar/contract";
import { createListeners } from "@nightjar/kit";
import { run } from "@nightjar/media";
import { Questions } from "./asked/index.ts";
import { Adoption } from "./director/session/adoption.ts";
import { forgetOtherPlays } from "./director/choose/plays-file.ts";
import { endOrphans } from "./director/session/inherited.ts";
import { Journal } from "./director/told/journal.ts";
import type { UsedBackground } from "./director/ready/used-backgrounds.ts";
import { endForgotten } from "./director/told/session-journal.ts";
import { sessionDir } from "./director/session/session-record.ts";
import { Sessions } from "./director/session/sessions.ts";
import { StreamSession } from "./director/session/stream-session.ts";
import { Workshop } from "./director/workshop/workshop.ts";
import { bootId } from "./egress/kernel/index.ts";
import { PublisherStarts } from "./egress/publisher-starts.ts";
import type { EngineOptions } from "./engine-options.ts";
import type { PlayoutEvent } from "./playout/protocol.ts";
import { PlayoutThreadKeeper } from "./playout/thread-keeper.ts";
import { UnitCache } from "./render/cache.ts";

export interface Engine extends EnginePort {
  /** Sentences about what keeps it from serving; empty: nothing does. A full disk is none: what is there airs. */
  readonly troubles: readonly string[];
  /** What the cache of rendered units takes up. */
  readonly cacheBytes: number;
  /** `offAir`: end all publishers; otherwise they go on for the next process. */
  close(options: { offAir: boolean }): Promise<void>;
}

/** Opens the engine: the thread runs and what an earlier process left is known; nothing is on air before `reconcile`. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  await mkdir(join(options.engineDir, "sessions"), { recursive: true, mode: 0o700 });
  const { engineDir, log } = options;
  const cache = new UnitCache(join(engineDir, "cache"), { log, sparesDir: join(engineDir, "spares") });
  await cache.open();
  const { stdout } = await run(options.ffmpegPath, ["-version"], { timeoutMs: 10_000 });
  const [ffmpegVersion = ""] = stdout.toString("utf8").split("\n");
  const journal = await Journal.open(options.engineDir, options.log);
  const engine = new PlayoutEngine(options, cache, journal, ffmpegVersion);
  await engine.ready;
  return engine;
}

class PlayoutEngine implements Engine {
  readonly ready: Promise<void>;
  readonly journal: Journal;
  readonly #options: EngineOptions;
  readonly #cache: UnitCache;
  readonly #bootId = bootId();
  readonly #sessions: Sessions;
  readonly #workshop: Workshop;
  readonly #starts = new PublisherStarts();
  readonly #asked: Questions;
  readonly #thread: PlayoutThreadKeeper;
  readonly #adoption: Adoption;
  /** Who listens may fail, as where a database cannot be read: what is on air goes on. */
  readonly #listeners = createListeners<[EngineEvent]>((error) =>
    this.#options.log.error({ err: error }, "what the engine told could not be taken"),
  );
  /** As they are wanted, whatever the connections that stand can carry of it. */
  readonly #wanted = new Map<StreamId, Plan>();
  #offAir: readonly Plan[] = [];
  #takenIn: readonly UsedBackground[] = [];

  constructor(options: EngineOptions, cache: UnitCache, journal: Journal, ffmpegVersion: string) {
    const { log } = options;
    this.#options = options;
    this.#cache = cache;
    this.journal = journal;
    this.#sessions = new Sessions(log, () => !this.#thread.isSilent);
    const each = (work: (session: StreamSession) => void) => this.#sessions.all.forEach(work);
    this.#workshop = new Workshop({
      ...options,
      ...{ cache, ffmpegVersion },
      inUse: () => [...this.#sessions.all.flatMap(({ unitKeys }) => unitKeys), ...this.#adoption.unitKeys],
      onUnit: (unit) => this.#thread.post({ type: "unit", unit }),
      onChange: () => each((session) => session.refill()),
      onRoom: () => each((session) => session.roomAgain()),
      onBetter: (key, unit) => each((session) => session.betterPicture(key, unit)),
      mayRender: () => this.#starts.noCrowd(),
      onEncoderLost: (encoder) => each((session) => session.encoderLost(encoder)),
      demanding: () => this.#sessions.all.map((session) => ({ plan: session.plan, onAir: session.onAir() })),
    });
    this.#asked = new Questions({
      ...{ ...options, starts: this.#starts, bootId: this.#bootId, isPlayable: this.#workshop.isPlayable },
      session: (streamId) => this.#sessions.get(streamId),
    });
    this.#workshop.bareBackgrounds.onChange(() => each((session) => session.lookForBare()));
    this.#adoption = this.#newAdoption();
    this.#thread = new PlayoutThreadKeeper({
      ...{ log, start: options.startWorker, silenceMs: options.threadSilenceMs },
      onEvent: (event) => this.#take(event),
      onEnded: () => this.#adoption.takeAgain("Taken over again: the playout thread had ended."),
    });
    this.ready = this.#thread.first.promise;
  }

  async reconcile(plans: readonly Plan[]): Promise<void> {
    // Before anything is waited for: whatever is told of a stream meanwhile is the newer wish.
    for (const plan of plans) this.#wanted.set(plan.streamId, plan);
    await this.#adoption.lookThrough(plans, "Taken over from before the server's restart.", () => this.#reconcile(plans));
    this.#keepReady();
  }

  async #reconcile(plans: readonly Plan[]): Promise<void> {
    const { engineDir, log } = this.#options;
    const { upkeep, slates, demand } = this.#workshop;
    // Whatever cannot be done of this, the streams are to be on air.
    const tried = (what: string, work: Promise<unknown>) =>
      work.catch((error: unknown) => log.error({ err: error }, `${what}: it goes on without`));
    await tried("publishers of nobody could not be ended", endOrphans(engineDir, log));
    // First of all that is made, so that each session finds its own in memory.
    slates.prepare(plans);
    const inherited = await this.#adoption.takeOver(await readdir(join(engineDir, "sessions")));
    // What is not wanted any more by now ends by itself.
    const known = [...plans, ...this.#wanted.values()];
    const sessionIds = known.map(({ sessionId }) => sessionId);
    forgetOtherPlays(engineDir, sessionIds);
    endForgotten(this.journal, known, new Set(this.#sessions.all.map(({ plan }) => plan.sessionId)));
    await tried("the cache could not be swept", this.#cache.sweep(new Set(inherited.map(({ path }) => path))));
    // Nothing on air waits for this.
    const adopted = new Set(inherited.map(({ key }) => key));
    const takingStock = upkeep.takeStock().then(() => {
      demand.begin();
      return upkeep.checkAdopted(adopted, (key) => this.#repair(key));
    });
    takingStock.catch((error: unknown) => log.error({ err: error }, "the cache could not be counted"));
  }

  apply(plan: Plan): void {
    if (this.#adoption.defers(plan.streamId, () => this.apply(plan))) return;
    const running = this.#sessions.get(plan.streamId);
    if (running?.plan.sessionId === plan.sessionId) running.update(plan);
    else this.#adoption.start(plan);
    this.#wanted.set(plan.streamId, plan);
    this.#keepReady();
  }

  stop(streamId: StreamId): void {
    if (this.#adoption.defers(streamId, () => this.stop(streamId))) return;
    const session = this.#sessions.get(streamId);
    if (session) void this.#sessions.stop(session, { isFaded: true });
    this.#wanted.delete(streamId);
    this.#keepReady();
  }

  prepare(plans: readonly Plan[]): void {
    this.#offAir = plans;
    this.#keepReady();
  }

  takeIn(...[backgrounds, choice]: Parameters<EnginePort["takeIn"]>): void {
    this.#takenIn = backgrounds.map((background) => ({ background, choice, isOnAir: false }));
    this.#keepReady();
  }

  preparing: EnginePort["preparing"] = () => this.#workshop.bareBackgrounds.preparing();
  filesInUse: EnginePort["filesInUse"] = (sha256s) => this.#sessions.filesInUse(sha256s, this.#adoption.plans);
  subscribe: EnginePort["subscribe"] = this.#listeners.subscribe;
  reconnect: EnginePort["reconnect"] = (streamId, id) => this.#adoption.act(streamId, (session) => session.reconnect(id));

  async updateContent(streamId: StreamId): Promise<ContentUpdate> {
    const session = await this.#adoption.whenThere(streamId);
    return (await session?.updateContent()) ?? { isUpdated: false, reason: "The stream is not on air." };
  }

  skip(streamId: StreamId): boolean {
    if (this.#adoption.defers(streamId, () => this.skip(streamId))) return true;
    return this.#sessions.get(streamId)?.skip() ?? false;
  }

  jump(streamId: StreamId, itemId: ItemId): boolean {
    const expected = this.#adoption.planOf(streamId);
    if (!expected) return this.#sessions.get(streamId)?.jump(itemId) ?? false;
    const canBe = expected.items.some((item) => item.itemId === itemId && this.#workshop.isPlayable(item));
    return canBe && this.#adoption.defers(streamId, () => this.jump(streamId, itemId));
  }

  listen(streamId: StreamId, viewer: LiveViewer): (() => void) | null {
    return this.#sessions.get(streamId)?.listen(viewer) ?? null;
  }

  tryDestination: EnginePort["tryDestination"] = (...asked) => this.#asked.tryDestination(...asked);
  takenLately: EnginePort["takenLately"] = (streamId) => this.#asked.takenLately(streamId);
  backgroundNow: EnginePort["backgroundNow"] = (streamId) => this.#asked.backgroundNow(streamId);
  sentNow: EnginePort["sentNow"] = (streamIds) => this.#asked.sentNow(streamIds);
  sentPicture: EnginePort["sentPicture"] = (name) => this.#asked.sentPicture(name);

  onAir(streamId: StreamId): OnAir {
    return this.#adoption.shown(streamId) ?? this.#sessions.shown(streamId)?.onAir() ?? OFF_AIR;
  }

  renderEncoders: EnginePort["renderEncoders"] = () => this.#workshop.encoders.found();
  renderSpeed: EnginePort["renderSpeed"] = (profileId) => this.#workshop.speed.of(profileId);

  liftQuarantine(streamId: StreamId, trackId: TrackId): boolean {
    const plan = this.#sessions.get(streamId)?.plan ?? this.#adoption.planOf(streamId);
    return plan !== undefined && this.#workshop.upkeep.quarantine.liftTrack(plan, trackId);
  }

  get troubles(): readonly string[] {
    return this.#thread.isServing ? [] : ["The playout thread has ended; another is being started."];
  }

  get cacheBytes(): number {
    return this.#cache.index.bytes;
  }

  async close({ offAir }: { offAir: boolean }): Promise<void> {
    // What is not taken over yet can be ended only when it is.
    if (offAir) await this.#adoption.isDone;
    this.#adoption.close();
    this.#asked.close();
    this.#workshop.close({ isReleased: !offAir });
    await this.#sessions.close({ offAir });
    await this.#thread.close();
    await this.#workshop.end();
    await this.journal.closeFile();
  }

  #keepReady(): void {
    const carried = this.#sessions.all.map(({ plan }) => plan);
    const offAir = this.#offAir.filter(({ streamId }) => !this.#wanted.has(streamId));
    this.#workshop.keepReady({ wanted: [...this.#wanted.values()], carried, offAir, takenIn: this.#takenIn });
  }

  #newAdoption(): Adoption {
    const { engineDir, log } = this.#options;
    const find = async (key: string) => (await this.#cache.find(key)) ?? this.#workshop.renderer.growing(key);
    return new Adoption({
      ...{ engineDir, log, bootId: this.#bootId, units: { find }, journal: this.journal, sessions: this.#sessions },
      newSession: (plan) => this.#newSession(plan),
      toThread: (command) => this.#thread.post(command),
    });
  }

  #newSession(plan: Plan): StreamSession {
    const { ffmpegPath, log, engineDir } = this.#options;
    const { renderer, preparer, slates, bareBackgrounds, upkeep, demand } = this.#workshop;
    return new StreamSession(plan, {
      ffmpegPath,
      starts: this.#starts,
      bootId: this.#bootId,
      clocks: this.#options.clocksOf?.(plan.streamId) ?? { sessionMs: 0, connectionMs: 0 },
      dir: sessionDir(engineDir, plan.streamId),
      ...{ engineDir, cache: this.#cache },
      bare: (background, carried) => bareBackgrounds.find(background, carried),
      preparer,
      quarantine: upkeep.quarantine,
      watch: upkeep.watchPort(renderer, demand),
      ...{ journal: this.journal, log },
      taken: (destinationId) => this.#asked.taken(plan.streamId, destinationId),
      slate: (choice) => slates.find(choice),
      diskFailed: (error) => upkeep.disk.note(error),
      toThread: (command) => this.#thread.post(command),
      emit: this.#listeners.tell,
    });
  }

  #take(event: Exclude<PlayoutEvent, { type: "ready" | "small-pipe" }>): void {
    if (event.type === "status") return void this.#options.onHealth?.(event);
    if (event.type === "damaged") return this.#recheck(event);
    for (const session of this.#sessions.all) if (session.plan.sessionId === event.sessionId) session.take(event);
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
    this.#workshop.bareBackgrounds.repair(key);
    for (const session of this.#sessions.all) session.repair(key);
  }
}
