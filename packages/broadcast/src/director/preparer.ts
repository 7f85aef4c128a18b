import { readFile } from "node:fs/promises";
import {
  type EncoderProfile,
  type FrameState,
  type Logger,
  type Loudness,
  PROFILES,
  type Plan,
  type PlanFile,
  type PlanItem,
} from "@nightjar/contract";
import type { VideoProbe } from "@nightjar/media";
import type { PictureHashes, Pictures } from "@nightjar/scene";
import { type NodeSceneHost, sceneHash } from "@nightjar/scene/node";
import type { EdgeStore } from "../render/edges.ts";
import { edgeSamples, makeJunction } from "../render/junction.ts";
import type { SegmentJoin } from "../timeline/segment.ts";
import { readHeader } from "../render/profile-headers.ts";
import {
  type AudioRequest,
  type CompositeRequest,
  type DrawnBox,
  type ProfileHeaders,
  type Renderer,
  type UnitHandle,
  type Urgency,
  finishedHandle,
} from "../render/renderer.ts";
import type { UnitRef } from "../timeline/unit.ts";

/** Shorter backgrounds are played several times in one unit, so that rate control has something to work with. */
const LOOP_MIN_MS = 10_000;
/** A background longer than this is cut: one pass is rendered whole before a track of that length ends. */
const LOOP_MAX_MS = 10 * 60 * 1000;
/** How long a unit may take to its first GOP before something simpler goes on air. */
const READABLE_DEADLINE_MS = 8000;

export interface PreparerOptions {
  readonly renderer: Renderer;
  readonly edges: EdgeStore;
  /** Loaded when first needed: canvas and fonts cost 40 MB. */
  readonly sceneHost: () => Promise<NodeSceneHost>;
  readonly probeVideo: (path: string) => Promise<VideoProbe>;
  readonly measure: (path: string) => Promise<Loudness>;
  readonly log: Logger;
}

/** A profile's slate: what airs when nothing else can. Complete, and the measure of every other unit. */
export interface Slate {
  readonly headers: ProfileHeaders;
  readonly video: UnitRef;
  readonly silence: UnitRef;
}

export interface PreparedItem {
  readonly video: UnitHandle;
  readonly audio: UnitHandle;
  /** Why the picture is not the wanted one; null when it is. */
  readonly fallback: string | null;
}

/** Turns items of a plan into units of picture and sound. */
export class Preparer {
  readonly #options: PreparerOptions;
  readonly #loudness = new Map<string, Promise<Loudness>>();

  constructor(options: PreparerOptions) {
    this.#options = options;
  }

  /** Waits for both units to be readable. @throws when the sound cannot be made: the item is to be skipped */
  async item(plan: Plan, item: PlanItem, slate: Slate, urgency: Urgency): Promise<PreparedItem> {
    const profile = PROFILES[plan.profileId];
    // The sound is asked for first: it is ready soonest, and would otherwise wait for the whole picture on a small machine.
    const audio = await this.#options.renderer.audio(profile, slate.headers, await this.#audioRequest(plan, item), urgency);
    const [picture] = await Promise.all([this.#picture(plan, item, profile, slate, urgency), audio.readable]);
    return { audio, ...picture };
  }

  /** How the sound of one item comes over from the one before; null when one of them is too short for a junction. */
  async join(
    plan: Plan,
    before: PlanItem,
    item: PlanItem,
    slate: Slate,
    urgency: Urgency,
  ): Promise<Omit<SegmentJoin, "afterSerial"> | null> {
    const profile = PROFILES[plan.profileId];
    const [from, to] = await Promise.all([this.#audioRequest(plan, before), this.#audioRequest(plan, item)]);
    const samples = edgeSamples(plan.crossfadeMs);
    const { edges, renderer } = this.#options;
    const [tail, head] = await Promise.all([
      edges.tail(profile, from, before, samples, urgency),
      edges.head(profile, to, samples, urgency),
    ]);
    const source = { tail: tail.samples, tailStartSample: tail.startSample, head: head.samples };
    const junction = makeJunction(source, plan.crossfadeMs);
    if (!junction) return null;
    const identity = [plan.crossfadeMs, ...[from, to].map(({ file, loudness, targetLufs }) => [file.sha256, loudness, targetLufs])];
    const unit = await (await renderer.junction(profile, slate.headers, junction, identity, urgency)).done;
    const { leaveAtPacket, enterAtPacket, resumeAtPacket } = junction;
    return { unit, leaveAtPacket, enterAtPacket, resumeAtPacket };
  }

  async #audioRequest(plan: Plan, item: PlanItem): Promise<AudioRequest> {
    if (!item.audio) throw new Error("the track has no file");
    return { file: item.audio, loudness: item.loudness ?? (await this.#measure(item.audio)), targetLufs: plan.targetLufs };
  }

  /** Measured once a process, when the library has not got round to it yet. */
  #measure(file: PlanFile): Promise<Loudness> {
    const running = this.#loudness.get(file.sha256) ?? this.#options.measure(file.path);
    this.#loudness.set(file.sha256, running);
    running.catch(() => this.#loudness.delete(file.sha256));
    return running;
  }

  /** The wanted composite; when it cannot be had, the scene on the plain background; then the slate. */
  async #picture(
    plan: Plan,
    item: PlanItem,
    profile: EncoderProfile,
    slate: Slate,
    urgency: Urgency,
  ): Promise<Omit<PreparedItem, "audio">> {
    try {
      return { video: await this.#composite(plan, item, profile, slate, urgency), fallback: null };
    } catch (error) {
      this.#options.log.warn({ err: error, streamId: plan.streamId, trackId: item.trackId }, "composite not rendered");
    }
    try {
      const plain = { ...plan, background: { kind: "default" as const } };
      return { video: await this.#composite(plain, item, profile, slate, urgency), fallback: "The background could not be rendered." };
    } catch (error) {
      this.#options.log.error({ err: error, streamId: plan.streamId }, "scene not rendered");
    }
    return { video: finishedHandle(slate.video), fallback: "The picture could not be rendered." };
  }

  async #composite(plan: Plan, item: PlanItem, profile: EncoderProfile, slate: Slate, urgency: Urgency): Promise<UnitHandle> {
    const request = await this.#compositeRequest(plan, item, profile);
    const unit = await this.#options.renderer.composite(profile, slate.headers, request, urgency);
    await withDeadline(unit.readable, READABLE_DEADLINE_MS);
    return unit;
  }

  async #compositeRequest(plan: Plan, item: PlanItem, profile: EncoderProfile): Promise<CompositeRequest> {
    const frame: FrameState = {
      title: item.title,
      artist: item.artist,
      channelName: plan.channelName,
      positionMs: null,
      durationMs: item.durationMs,
    };
    const hashes: PictureHashes = { artwork: item.artwork?.sha256 ?? null, media: {} };
    const sceneKey = sceneHash(plan.scene, frame, hashes);
    const draw = () => this.#draw(plan, frame, item.artwork, profile);
    const itemMs = Math.ceil(item.durationMs / 1000) * 1000 + 1000;
    const frames = (ms: number) => Math.ceil((ms * profile.framesPerSecond) / 1000);
    if (plan.background.kind !== "video") {
      return { background: plan.background, sceneKey, draw, maxFrames: frames(LOOP_MIN_MS) };
    }
    const { file } = plan.background;
    const { durationMs } = await this.#options.probeVideo(file.path);
    const passes = Math.max(1, Math.ceil(LOOP_MIN_MS / durationMs));
    const maxFrames = frames(Math.min(LOOP_MAX_MS, durationMs * passes, Math.max(LOOP_MIN_MS, itemMs)));
    return { background: { kind: "video", file, passes }, sceneKey, draw, maxFrames };
  }

  async #draw(plan: Plan, frame: FrameState, artwork: PlanFile | null, profile: EncoderProfile): Promise<DrawnBox[]> {
    const host = await this.#options.sceneHost();
    const pictures: Pictures = { artwork: await this.#decode(host, artwork), media: new Map() };
    await host.prepare(plan.scene, frame);
    return host.renderBoxes(plan.scene, frame, pictures, profile);
  }

  /** A cover that cannot be read costs the cover, not the picture. */
  async #decode(host: NodeSceneHost, artwork: PlanFile | null): Promise<Pictures["artwork"]> {
    if (!artwork) return null;
    try {
      return await host.decodePicture(await readFile(artwork.path));
    } catch (error) {
      this.#options.log.warn({ err: error, path: artwork.path }, "artwork not readable");
      return null;
    }
  }
}

/** Makes the slate of a profile: a plain background and silence. */
export async function makeSlate(renderer: Renderer, profile: EncoderProfile, urgency: Urgency): Promise<Slate> {
  const background = { kind: "default" } as const;
  const maxFrames = profile.gopFrames;
  const request = { background, sceneKey: "slate", draw: () => Promise.resolve([]), maxFrames };
  const [video, silence] = await Promise.all([
    renderer.composite(profile, null, request, urgency).then((unit) => unit.done),
    renderer.silence(profile, urgency).then((unit) => unit.done),
  ]);
  return { headers: { video: await readHeader(video), audio: await readHeader(silence) }, video, silence };
}

async function withDeadline<T>(work: Promise<T>, deadlineMs: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`nothing to read after ${deadlineMs} ms`)), deadlineMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
