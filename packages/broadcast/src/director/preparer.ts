import {
  type EncoderProfile,
  type Logger,
  type Loudness,
  type OnAirPicture,
  type Plan,
  type PlanItem,
  profileOf,
} from "@nightjar/contract";
import type { VideoProbe } from "@nightjar/media";
import type { NodeSceneHost } from "@nightjar/scene/node";
import type { EdgeStore } from "../render/edges.ts";
import type { LevelStore } from "../render/levels.ts";
import type { Phase } from "../render/phase.ts";
import { type ProfileHeaders, readHeader } from "../render/profile-headers.ts";
import type { Renderer } from "../render/renderer.ts";
import type { Urgency } from "../render/requests.ts";
import type { UnitHandle } from "../render/unit-handle.ts";
import type { SourceFactsStore } from "../render/source-facts.ts";
import type { PictureLook } from "../timeline/segment.ts";
import type { UnitRef } from "../timeline/unit.ts";
import { PictureMaker, type PreparedPicture } from "./picture.ts";
import { PictureChanger } from "./picture-changer.ts";
import { SoundMaker } from "./sound-maker.ts";

export interface PreparerOptions {
  readonly renderer: Renderer;
  readonly edges: EdgeStore;
  readonly facts: SourceFactsStore;
  readonly levels: LevelStore;
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
  readonly look: PictureLook;
  /** The wanted picture, once it may go on air; null when this is it, or it cannot be had. */
  readonly better: Promise<PreparedPicture | null>;
  readonly growth: PreparedPicture["growth"];
  readonly longKey: PreparedPicture["longKey"];
}

/** As much of a Preparer as a rundown needs. */
export interface ItemPreparer extends Pick<Preparer, "item"> {
  readonly sound: Pick<SoundMaker, "phase" | "join" | "fadeIn">;
  readonly pictures: Pick<PictureMaker, "giveUp">;
  readonly changer: Pick<PictureChanger, "transition">;
}

/** Turns items of a plan into units of picture and sound. */
export class Preparer {
  readonly sound: SoundMaker;
  readonly pictures: PictureMaker;
  readonly changer: PictureChanger;
  readonly #options: PreparerOptions;

  constructor(options: PreparerOptions) {
    this.#options = options;
    this.sound = new SoundMaker(options);
    this.pictures = new PictureMaker(options.renderer, options);
    this.changer = new PictureChanger(options.renderer, options);
  }

  /** Waits for both units to be readable. @throws when the sound cannot be made: the item is to be skipped */
  async item(plan: Plan, item: PlanItem, slate: Slate, urgency: Urgency, phase: Phase | null = null): Promise<PreparedItem> {
    const profile = profileOf(plan);
    // The sound is asked for first: it is ready soonest, and would otherwise wait for the whole picture on a small machine.
    const audio = await this.#options.renderer.audio(profile, slate.headers, await this.sound.request(plan, { item, phase }), urgency);
    const [look, picture] = await Promise.all([
      this.changer.look({ plan, item }),
      this.pictures.picture({ plan, item, profile, slate, urgency }),
      audio.readable,
    ]);
    return { audio, look, ...picture };
  }
}

/** Makes the slate of a profile: a plain background and silence. */
export async function makeSlate(renderer: Renderer, profile: EncoderProfile, urgency: Urgency): Promise<Slate> {
  const background = { kind: "default" } as const;
  const maxFrames = profile.gopFrames;
  const request = { purpose: "slate" as const, background, sceneKey: "slate", draw: () => Promise.resolve([]), maxFrames };
  const [video, silence] = await Promise.all([
    renderer.composite(profile, null, request, urgency).then((unit) => unit.done),
    renderer.silence(profile, urgency).then((unit) => unit.done),
  ]);
  return { headers: { video: await readHeader(video), audio: await readHeader(silence) }, video, silence };
}
