import type { EncoderProfile, PlanFile } from "@nightjar/contract";
import type { RenderLength } from "@nightjar/media";

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
  /** Its own, however soon it is needed. */
  readonly niceness?: number;
  /** When this many packets of it are there, it has time: from then on it is this nice. */
  readonly easing?: { readonly count: number; readonly niceness: number };
  /** As long as its track: ended when nobody waits for it any more. */
  readonly isLong?: boolean;
  /** Made within a moment. */
  readonly isSmall?: boolean;
  /** The track's file: it must still be what its hash says when it has been read. */
  readonly source?: PlanFile;
}

/** Names a unit by all that decides its bytes. */
export type UnitKey = (parts: readonly unknown[]) => string;

/** More of a picture than this is rendered for minutes on a machine that is busy. */
const LONG_MS = 60_000;

/** How long a picture is, as far as that is known before it is rendered. */
export function playedMsOf({ expectedCount, profile }: Pick<RenderTask, "expectedCount" | "profile">): number {
  return ((expectedCount ?? 0) * 1000) / profile.framesPerSecond;
}

/** undefined: it is no picture. */
export function renderLengthOf(task: Pick<RenderTask, "kind" | "isLong" | "expectedCount" | "profile">): RenderLength | undefined {
  if (task.kind !== "video") return undefined;
  return lengthOf(playedMsOf(task), task.isLong ?? false);
}

/** @param isWholeTrack something in it moves, so that it is as long as its track */
export function lengthOf(playedMs: number, isWholeTrack: boolean): RenderLength {
  return isWholeTrack || playedMs > LONG_MS ? "long" : "short";
}
