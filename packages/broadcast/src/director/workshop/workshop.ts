import { join } from "node:path";
import type { Logger, Plan, PlanItem, RenderEncoder } from "@nightjar/contract";
import { Memo } from "@nightjar/kit";
import { type Scheduler, measureLoudness, probeVideo } from "@nightjar/media";
import type { NodeSceneHost } from "@nightjar/scene/node";
import { givesBackFreed } from "../../egress/kernel/index.ts";
import type { UnitCache } from "../../render/cache.ts";
import type { DiskSpace } from "../../render/disk.ts";
import { EdgeStore } from "../../render/edges.ts";
import { EncoderCatalogue } from "../../render/encoders.ts";
import { forecastRenders } from "../../render/forecast.ts";
import { LevelStore } from "../../render/levels.ts";
import { RenderSpeed } from "../../render/render-speed.ts";
import { Renderer } from "../../render/renderer.ts";
import { SecondPass } from "../../render/second-pass.ts";
import { SourceFactsStore } from "../../render/source-facts.ts";
import type { UnitRef } from "../../timeline/unit.ts";
import type { CompositeNeeds } from "../prepare/composite-request.ts";
import { Preparer } from "../prepare/preparer.ts";
import { BareBackgrounds } from "../ready/bare-backgrounds.ts";
import { IdleTime } from "../ready/idle-time.ts";
import { makeItemUnits } from "../ready/item-units.ts";
import { PreparedStreams } from "../ready/prepared-streams.ts";
import { type DemandingStream, RenderDemand } from "../ready/render-demand.ts";
import { type UsedBackground, usedBackgrounds } from "../ready/used-backgrounds.ts";
import { WantedPictures } from "../ready/wanted-pictures.ts";
import { Slates } from "../prepare/slates.ts";
import { VideoFactsStore } from "../prepare/video-facts.ts";
import { Upkeep } from "./upkeep.ts";

export interface WorkshopOptions {
  readonly engineDir: string;
  readonly ffmpegPath: string;
  readonly ffprobePath: string;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  readonly loadSceneHost: () => Promise<NodeSceneHost>;
  readonly cacheMaxBytes?: number | undefined;
  readonly diskSpace?: ((dir: string) => Promise<DiskSpace>) | undefined;
  readonly cache: UnitCache;
  readonly ffmpegVersion: string;
  /** Units of the streams on air, and of what is to come there. */
  readonly inUse: () => Iterable<string>;
  /** Told of every growth of a unit, and of every end. */
  readonly onUnit: (unit: UnitRef) => void;
  /** Something may be played now that could not be, or the other way round. */
  readonly onChange: () => void;
  /** The disk was full, and is no more. */
  readonly onRoom: () => void;
  /** A picture in use is there with a better one. */
  readonly onBetter: (key: string, unit: UnitRef) => void;
  readonly onEncoderLost: (encoder: RenderEncoder) => void;
  /** See Renderer. */
  readonly mayRender?: (() => Promise<void>) | undefined;
  /** The streams on air, or on their way there. */
  readonly demanding: () => readonly DemandingStream[];
}

/** Whom the workshop keeps ready for. */
export interface ReadyFor {
  readonly wanted: readonly Plan[];
  /** What sessions carry, where that is still something else. */
  readonly carried: readonly Plan[];
  readonly offAir: readonly Plan[];
  /** In the library, whether or not a stream has chosen it. */
  readonly takenIn: readonly UsedBackground[];
}

const PROBE_NICENESS = 5;

/** Where units are made and kept, for all streams together. */
export class Workshop {
  readonly renderer: Renderer;
  readonly preparer: Preparer;
  readonly preparedStreams: PreparedStreams;
  readonly demand: RenderDemand;
  readonly slates: Slates;
  readonly bareBackgrounds: BareBackgrounds;
  readonly upkeep: Upkeep;
  readonly encoders: EncoderCatalogue;
  readonly speed: RenderSpeed;
  readonly #options: WorkshopOptions;
  readonly #secondPass: SecondPass;
  readonly #idle: IdleTime;
  readonly #videoFacts: VideoFactsStore;
  /** What is made here goes through large buffers. */
  readonly #stopGivingBack = givesBackFreed();
  readonly #sceneHost = new Memo<"host", NodeSceneHost>();

  constructor(options: WorkshopOptions) {
    const { engineDir, cache, ffmpegPath, ffprobePath, ffmpegVersion, scheduler, log, onUnit, onChange, onBetter } = options;
    this.#options = options;
    const probe = (path: string) => probeVideo(path, { ffprobePath, niceness: PROBE_NICENESS });
    this.#videoFacts = new VideoFactsStore({ dir: this.#factsDir, probe, gate: cache.gate });
    this.speed = new RenderSpeed(join(engineDir, "render-speed.json"));
    this.upkeep = new Upkeep({ ...options, onChange, onRoom: () => this.#roomAgain(), pinned: () => this.#pinnedKeys() });
    this.encoders = new EncoderCatalogue(ffmpegPath);
    this.#secondPass = new SecondPass({
      ...{ scheduler, log, onBetter },
      making: () => this.renderer.runningKeys,
      inUse: () => new Set(this.#unitKeys()),
    });
    this.renderer = new Renderer({
      ...{ cache, ffmpegPath, ffmpegVersion, scheduler, log, onUnit, speed: this.speed, disk: this.upkeep.disk },
      workDir: join(engineDir, "cache", "unfinished"),
      secondPass: () => this.#secondPass,
      mayBegin: options.mayRender,
      device: (encoder) => this.encoders.device(encoder),
      encoderFailed: (encoder, error) => void this.#encoderFailed(encoder, error),
    });
    this.slates = new Slates({ renderer: this.renderer, encoders: this.encoders, spares: cache, log });
    const { renderer, slates } = this;
    this.#idle = new IdleTime({ scheduler, isMaking: () => renderer.isNeeded });
    this.bareBackgrounds = new BareBackgrounds({ renderer, slates, videoFacts: this.#videoFacts, idle: this.#idle, log });
    this.preparer = this.#newPreparer();
    this.preparedStreams = this.#newPreparedStreams();
    this.demand = this.#newDemand();
  }

  /** What is known of the files of the library: small, and dear to find again, so that it is no part of the cache. */
  get #factsDir(): string {
    return join(this.#options.engineDir, "facts");
  }

  #newPreparer(): Preparer {
    const { cache, ffmpegPath, ffmpegVersion } = this.#options;
    const dir = this.#factsDir;
    return new Preparer({
      renderer: this.renderer,
      mayBegin: this.#options.mayRender,
      edges: new EdgeStore({ cache, disk: this.upkeep.disk, ffmpegPath, ffmpegVersion }),
      facts: new SourceFactsStore({ dir, ffmpegPath, gate: cache.gate }),
      levels: new LevelStore({ dir, ffmpegPath, ffmpegVersion, gate: cache.gate }),
      ...this.#compositeNeeds(),
      measure: (path) => measureLoudness(path, { ffmpegPath }),
    });
  }

  #compositeNeeds(): CompositeNeeds {
    const { loadSceneHost, log } = this.#options;
    return { sceneHost: () => this.#sceneHost.of("host", loadSceneHost), videoFacts: this.#videoFacts, log };
  }

  #newPreparedStreams(): PreparedStreams {
    const { renderer, slates, preparer } = this;
    const needs = { ...this.#compositeNeeds(), renderer, slates, sound: preparer.sound };
    return new PreparedStreams({
      idle: this.#idle,
      make: (step, signal) => makeItemUnits(needs, step, signal),
      isPlayable: this.isPlayable,
      log: this.#options.log,
    });
  }

  #newDemand(): RenderDemand {
    const { cache, demanding, scheduler, log } = this.#options;
    return new RenderDemand({
      streams: demanding,
      pictures: new WantedPictures(this.#compositeNeeds(), this.renderer),
      isThere: (key) => cache.index.has(key),
      isPlayable: this.isPlayable,
      speedOf: ({ id }) => this.speed.of(id),
      forecast: (demands, nowMs) => forecastRenders(demands, { nowMs, places: scheduler.concurrency }),
      log,
    });
  }

  /** It has a file that can be put on air. */
  readonly isPlayable = (item: PlanItem): boolean => item.audio !== null && !this.upkeep.quarantine.isLeftOut(item);

  /** What must be there before it is needed, and what will be. */
  keepReady({ wanted, carried, offAir, takenIn }: ReadyFor): void {
    this.slates.prepare([...wanted, ...offAir]);
    this.bareBackgrounds.want(usedBackgrounds([...wanted, ...carried], offAir, takenIn));
    this.preparedStreams.prepare(offAir);
    this.demand.changed();
  }

  /** What is on air first. */
  #roomAgain(): void {
    this.#options.onRoom();
    this.bareBackgrounds.roomAgain();
    this.preparedStreams.roomAgain();
  }

  /** `isReleased`: what is unfinished is left for the next process. */
  close({ isReleased }: { readonly isReleased: boolean }): void {
    this.#secondPass.close();
    this.bareBackgrounds.close();
    this.preparedStreams.close();
    this.demand.close();
    this.#idle.close();
    this.upkeep.close();
    this.#stopGivingBack();
    if (isReleased) this.renderer.release();
  }

  /** Ends what is still being made, once nobody airs it here. Nothing is written into the engine's folder afterwards. */
  async end(): Promise<void> {
    this.renderer.close();
    await this.#options.cache.gate.close();
    await this.speed.kept;
  }

  /** Units that must stay; those that are only kept ready are not worth a second pass. */
  *#pinnedKeys(): Iterable<string> {
    yield* this.#unitKeys();
    yield* this.bareBackgrounds.keys;
  }

  /** Units on air, written, to be, or being made; and the slates. */
  *#unitKeys(): Iterable<string> {
    yield* this.renderer.runningKeys;
    yield* this.slates.keys;
    yield* this.#options.inUse();
  }

  /** A file may be at fault, or the encoder: a new trial tells. */
  async #encoderFailed(encoder: RenderEncoder, error: unknown): Promise<void> {
    const { isAvailable } = await this.encoders.doubt(encoder, error);
    if (isAvailable) return;
    this.#options.log.error({ err: error, encoder }, "the graphics encoder failed");
    this.slates.encoderLost(encoder);
    this.#options.onEncoderLost(encoder);
  }
}
