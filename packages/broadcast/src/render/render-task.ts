import type { EncoderProfile, PlanFile } from "@nightjar/contract";

/** What ffmpeg is given for one unit. */
export interface Prepared {
  readonly args: string[];
  readonly cleanUp: () => Promise<void>;
  readonly input?: AsyncIterable<Uint8Array>;
}

/** What a picture is rendered for; `plain`: the scene over the plain background, where the wanted one failed. */
export type PicturePurpose = "wanted" | "still-scene" | "background" | "plain" | "slate";
/** What a unit is rendered for: told with each in the log. */
export type RenderPurpose = PicturePurpose | "second-pass" | "transition" | "sound" | "junction" | "silence";

/** One unit to be made: how, and what it must be to go on air. */
export interface RenderTask {
  /** Stands for all that decides its bytes. */
  readonly key: string;
  readonly kind: "video" | "audio";
  readonly purpose: RenderPurpose;
  readonly profile: EncoderProfile;
  readonly expectedHeader: Buffer | null;
  readonly expectedCount: number | null;
  readonly packets?: { readonly skip: number; readonly take: number };
  readonly prepare: () => Promise<Prepared>;
  readonly niceness?: number;
  /** As long as its track: ended when nobody waits for it any more. */
  readonly isLong?: boolean;
  /** Made within a moment. */
  readonly isSmall?: boolean;
  /** The track's file: it must still be what its hash says when it has been read. */
  readonly source?: PlanFile;
}

/** Names a unit by all that decides its bytes. */
export type UnitKey = (parts: readonly unknown[]) => string;
