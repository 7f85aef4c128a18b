import { createHash } from "node:crypto";
import { type EncoderProfile, type RenderEncoder, expectedRenderSpeed } from "@nightjar/contract";
import type { Scheduler } from "@nightjar/media";
import type { UnitRef } from "../timeline/unit.ts";
import { RENDERER_VERSION } from "./encoder-args.ts";
import { PictureTasks } from "./picture-tasks.ts";
import type { ProfileHeaders } from "./profile-headers.ts";
import type { SimulatedEnd } from "./queue-simulation.ts";
import { RenderPool, type RenderView } from "./render-pool.ts";
import type { RenderTask } from "./render-task.ts";
import type { AudioRequest, CompositeRequest, TransitionRequest, Urgency } from "./requests.ts";
import type { SecondPass } from "./second-pass.ts";
import { type AskedJunction, SoundTasks } from "./sound-tasks.ts";
import type { UnitHandle } from "./unit-handle.ts";
import { type RenderRun, UnitRender, type UnitRenderOptions } from "./unit-render.ts";

export interface RendererOptions extends UnitRenderOptions {
  readonly workDir: string;
  /** Part of every key: another ffmpeg writes other bytes. */
  readonly ffmpegVersion: string;
  readonly scheduler: Scheduler;
  /** Told of every growth and of every end. */
  readonly onUnit: (unit: UnitRef) => void;
  /** Offered every picture that was rendered fast. */
  readonly secondPass?: (() => SecondPass) | undefined;
  /** Settles when what sends can spare the processor for a render that nothing waits for to be sent at all. */
  readonly mayBegin?: (() => Promise<void>) | undefined;
  /** The device of a hardware encoder. */
  readonly device?: ((encoder: RenderEncoder) => string) | undefined;
}

/** They are no part of a name. */
const ANY_HEADERS: ProfileHeaders = { video: Buffer.alloc(0), audio: Buffer.alloc(0) };

/** Makes units with ffmpeg, once each, and keeps them in the cache. */
export class Renderer {
  readonly #options: RendererOptions;
  readonly #render: UnitRender;
  readonly #pool: RenderPool;
  readonly #pictures: PictureTasks;
  readonly #sounds: SoundTasks;

  constructor(options: RendererOptions) {
    const { cache, workDir, device, scheduler, onUnit } = options;
    const key = (parts: readonly unknown[]) => this.#key(parts);
    this.#options = options;
    this.#render = new UnitRender(options);
    this.#pool = new RenderPool({
      cache,
      scheduler,
      onUnit,
      render: { make: (task, told) => this.#make(task, told) },
    });
    this.#pictures = new PictureTasks({ key, workDir, device, assetPath: (name) => cache.assetPath(name) });
    this.#sounds = new SoundTasks({ key, workDir });
  }

  async #make(task: RenderTask, told: RenderRun): Promise<UnitRef> {
    const { cache, mayBegin } = this.#options;
    if (task.purpose !== "slate") await mayBegin?.();
    return cache.gate.write(() => this.#render.make(task, told));
  }

  /** From now on what is unfinished is left where it is: the next process may have to play it to the end. */
  release(): void {
    this.#pool.release();
    this.#render.release();
  }

  /** Units being made: nothing of them may be evicted. */
  get runningKeys(): Iterable<string> {
    return this.#pool.keys;
  }

  /** The claimant needs nothing any more but these: what of the rest nobody else needs, and has not begun, is not made. */
  releaseAll(claimant: string, except?: ReadonlySet<string>): void {
    this.#pool.releaseAll(claimant, except);
  }

  /** See RenderPool. */
  abandon(claimant: string): void {
    this.#pool.abandon(claimant);
  }

  /** Units that somebody waits for are being made, or wait for a place. */
  get isNeeded(): boolean {
    return this.#pool.isNeeded;
  }

  /** What a stream waits for, soonest on air first. */
  rendersOf(streamId: string): RenderView[] {
    return this.#pool.rendersOf(streamId);
  }

  /** When a picture that is queued or being rendered will be readable, and complete; null: it is not, or is no picture. */
  readyAtMs(key: string): SimulatedEnd | null {
    const { speed } = this.#options;
    return this.#pool.estimates((profile) => speed?.of(profile.id) ?? expectedRenderSpeed(profile)).get(key) ?? null;
  }

  /** The picture of one item: one pass over its background; the better one where there is one. */
  async composite(
    profile: EncoderProfile,
    headers: ProfileHeaders | null,
    request: CompositeRequest,
    urgency: Urgency,
  ): Promise<UnitHandle> {
    const { fast, better } = this.#pictures.composite(profile, headers, request);
    if (!better) return this.#pool.ensure(fast, urgency);
    return (await this.#pool.find(better)) ?? this.#offered(fast, better, urgency);
  }

  /** Names of the units that show a picture, the better one first where there is one. */
  compositeKeys(profile: EncoderProfile, request: CompositeRequest): string[] {
    const { fast, better } = this.#pictures.composite(profile, ANY_HEADERS, request);
    return better ? [better.key, fast.key] : [fast.key];
  }

  /** The picture of one item where it is there already; null: it would have to be rendered. */
  async cachedComposite(profile: EncoderProfile, headers: ProfileHeaders, request: CompositeRequest): Promise<UnitRef | null> {
    const { fast, better } = this.#pictures.composite(profile, headers, request);
    const found = (better && (await this.#pool.find(better))) ?? (await this.#pool.find(fast));
    return found?.current() ?? null;
  }

  /** The fast one, which is offered to be rendered again. */
  async #offered(fast: RenderTask, better: RenderTask, urgency: Urgency): Promise<UnitHandle> {
    const handle = await this.#pool.ensure(fast, urgency);
    const { label } = urgency;
    const start = () => this.#pool.start(better, { lane: "idle", label });
    const offer = () => this.#options.secondPass?.().offer({ key: fast.key, label, start });
    handle.done.then(offer, () => undefined);
    return handle;
  }

  /** One GOP in which one background gives way to another; `to` goes on behind it with its composite's second GOP. */
  transition(profile: EncoderProfile, headers: ProfileHeaders, request: TransitionRequest, urgency: Urgency): Promise<UnitHandle> {
    return this.#pool.ensure(this.#pictures.transition(profile, headers, request), urgency);
  }

  /** The sound of one file at the target's loudness. */
  audio(profile: EncoderProfile, headers: ProfileHeaders, request: AudioRequest, urgency: Urgency): Promise<UnitHandle> {
    return this.#pool.ensure(this.#sounds.audio(profile, headers, request), urgency);
  }

  /** A junction between two tracks; `identity` stands for both and the crossfade. */
  junction(
    profile: EncoderProfile,
    headers: ProfileHeaders,
    junction: AskedJunction,
    identity: readonly unknown[],
    urgency: Urgency,
  ): Promise<UnitHandle> {
    return this.#pool.ensure(this.#sounds.junction(profile, headers, junction, identity), urgency);
  }

  /** The slate's bed. Sets the profile's audio header. */
  silence(profile: EncoderProfile, urgency: Urgency): Promise<UnitHandle> {
    return this.#pool.ensure(this.#sounds.silence(profile), urgency);
  }

  /** What is being made is not, any more. */
  close(): void {
    this.#pool.close();
  }

  /** As far as it has been made; null: it is not being made. */
  growing(key: string): UnitRef | null {
    return this.#pool.current(key);
  }

  /** As far as it is there now, and where. */
  async latest(unit: UnitRef): Promise<UnitRef> {
    return this.#pool.current(unit.key) ?? (await this.#options.cache.get(unit.key)) ?? unit;
  }

  #key(parts: readonly unknown[]): string {
    const identity = JSON.stringify([RENDERER_VERSION, this.#options.ffmpegVersion, ...parts]);
    return createHash("sha256").update(identity).digest("hex");
  }
}
