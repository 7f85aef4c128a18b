import type { Logger, Loudness } from "@nightjar/contract";
import type { NodeSceneHost } from "@nightjar/scene/node";
import type { EdgeStore } from "../../render/edges.ts";
import type { LevelStore } from "../../render/levels.ts";
import type { Renderer } from "../../render/renderer.ts";
import type { SourceFactsStore } from "../../render/source-facts.ts";
import { PictureMaker } from "./picture-maker.ts";
import { SoundMaker } from "./sound-maker.ts";
import type { VideoFactsStore } from "./video-facts.ts";

export interface PreparerOptions {
  readonly renderer: Renderer;
  readonly edges: EdgeStore;
  readonly facts: SourceFactsStore;
  readonly levels: LevelStore;
  /** Loaded when first needed: canvas and fonts cost 40 MB. */
  readonly sceneHost: () => Promise<NodeSceneHost>;
  readonly videoFacts: Pick<VideoFactsStore, "of">;
  readonly measure: (path: string) => Promise<Loudness>;
  /** See SoundMakerOptions. */
  readonly mayBegin?: (() => Promise<void>) | undefined;
  readonly log: Logger;
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
