import {
  type EncoderProfile,
  type Logger,
  type Loudness,
  type OnAirPicture,
  type Plan,
  type PlanFile,
  type PlanItem,
  profileOf,
} from "@nightjar/contract";
import type { VideoProbe } from "@nightjar/media";
import type { NodeSceneHost } from "@nightjar/scene/node";
import type { EdgeStore } from "../render/edges.ts";
import { edgeSamples, makeJunction } from "../render/junction.ts";
import type { SegmentJoin } from "../timeline/segment.ts";
import { readHeader } from "../render/profile-headers.ts";
import {
  type AudioRequest,
  type ProfileHeaders,
  type Renderer,
  type UnitHandle,
  type Urgency,
} from "../render/renderer.ts";
import type { UnitRef } from "../timeline/unit.ts";
import { PictureMaker, type PreparedPicture } from "./picture.ts";

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
  readonly picture: OnAirPicture;
  /** The wanted picture, once it may go on air; null when this is it, or it cannot be had. */
  readonly better: Promise<PreparedPicture | null>;
}

/** Turns items of a plan into units of picture and sound. */
export class Preparer {
  readonly #options: PreparerOptions;
  readonly #loudness = new Map<string, Promise<Loudness>>();
  readonly #pictures: PictureMaker;

  constructor(options: PreparerOptions) {
    this.#options = options;
    this.#pictures = new PictureMaker(options.renderer, options);
  }

  /** Waits for both units to be readable. @throws when the sound cannot be made: the item is to be skipped */
  async item(plan: Plan, item: PlanItem, slate: Slate, urgency: Urgency): Promise<PreparedItem> {
    const profile = profileOf(plan);
    // The sound is asked for first: it is ready soonest, and would otherwise wait for the whole picture on a small machine.
    const audio = await this.#options.renderer.audio(profile, slate.headers, await this.#audioRequest(plan, item), urgency);
    const [picture] = await Promise.all([this.#pictures.picture({ plan, item, profile, slate, urgency }), audio.readable]);
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
    const profile = profileOf(plan);
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
