import type { EncoderProfile, Logger, Loudness } from "@nightjar/contract";
import type { VideoProbe } from "@nightjar/media";
import type { NodeSceneHost } from "@nightjar/scene/node";
import type { EdgeStore } from "../../render/edges.ts";
import type { LevelStore } from "../../render/levels.ts";
import { type ProfileHeaders, readHeader } from "../../render/profile-headers.ts";
import type { Renderer } from "../../render/renderer.ts";
import type { Urgency } from "../../render/requests.ts";
import type { SourceFactsStore } from "../../render/source-facts.ts";
import type { UnitRef } from "../../timeline/unit.ts";
import { PictureMaker } from "./picture-maker.ts";
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

/** Turns items of a plan into units of picture and sound. */
export class Preparer {
  readonly sound: SoundMaker;
  readonly pictures: PictureMaker;
  readonly renderer: Renderer;

  constructor(options: PreparerOptions) {
    this.renderer = options.renderer;
    this.sound = new SoundMaker(options);
    this.pictures = new PictureMaker(options.renderer, options);
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
