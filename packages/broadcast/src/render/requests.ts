import type { Loudness, PlanFile } from "@nightjar/contract";
import type { Motion } from "@nightjar/scene/node";
import type { Claim } from "./claims.ts";
import type { OverlayBox } from "./composite.ts";
import type { Phase } from "./phase.ts";
import type { PicturePurpose } from "./render-task.ts";
import type { MovingTransition } from "./transition.ts";

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
  readonly purpose: PicturePurpose;
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

/** The first claim on a unit, made with the asking for it. */
export interface Urgency extends Claim {
  readonly label: string;
  /** Who needs it; by default the stream, or else the studio. */
  readonly claimant?: string | undefined;
}
