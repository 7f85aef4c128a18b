import type { EngineJournal } from "./as-run.ts";
import type { AutoSwitch, BackgroundTransition } from "./background.ts";
import type { DestinationKind, DestinationTrial, OnAir, TakenOf } from "./on-air.ts";
import type { DestinationId, ItemId, SessionId, StreamId, TrackId } from "./ids.ts";
import type { LiveViewer } from "./live-viewer.ts";
import type { ProfileId, Quality, RenderEncoder } from "./profile.ts";
import type { SentNow } from "./sent.ts";
import type { FoundRenderEncoder } from "./settings.ts";
import type { FrameStats, Scene } from "./scene.ts";

/** One file of the data folder, named by its content. */
export interface PlanFile {
  /** Absolute path. */
  readonly path: string;
  /** SHA-256 of the content, hex: the part of a cache key that stands for the file. */
  readonly sha256: string;
}

/** EBU R128, measured once at import. */
export interface Loudness {
  readonly integratedLufs: number;
  readonly rangeLu: number;
  readonly truePeakDbtp: number;
}

export interface PlanItem {
  readonly itemId: ItemId;
  readonly trackId: TrackId;
  readonly title: string;
  readonly artist: string;
  readonly isrcCode: string | null;
  readonly durationMs: number;
  /** null: the track has no file and is skipped on air. */
  readonly audio: PlanFile | null;
  /** null: not measured yet; the engine measures before it renders. */
  readonly loudness: Loudness | null;
  readonly artwork: PlanFile | null;
  /** It goes on, to the sample, from the item before it in the list: two tracks of one release, or marked so. */
  readonly isGapless: boolean;
}

export type PlanBackground =
  | { readonly kind: "default" }
  | { readonly kind: "video"; readonly file: PlanFile }
  /** A JPEG of ours, upright, at most 3840 px wide or high: it is to cover the canvas and to be repeated. */
  | { readonly kind: "image"; readonly file: PlanFile };

export interface PlanDestination {
  readonly id: DestinationId;
  readonly kind: DestinationKind;
  /** rtmp:// or rtmps://, up to and including the application. */
  readonly url: string;
  /** Secret: in no log, no command line, no event. */
  readonly streamKey: string;
  /** The destination whose timestamps its own agree with, whichever of both is connected first. */
  readonly twinId?: DestinationId;
}

/** Where it leads: most services let the newest sender have a key. */
export type DestinationTarget = Pick<PlanDestination, "url" | "streamKey">;

/** What the engine is to keep on air for one stream: immutable, pushed whole at every change. */
export interface Plan {
  readonly streamId: StreamId;
  /** One on-air run, from Start to Stop; a new one starts a new session. */
  readonly sessionId: SessionId;
  /** ISO 8601, when Start was pressed. */
  readonly startedAt: string;
  readonly profileId: ProfileId;
  readonly quality: Quality;
  /** What the studio wants pictures rendered with; a session keeps the one it began with. */
  readonly renderEncoder: RenderEncoder;
  readonly order: "sequential" | "shuffled";
  readonly crossfadeMs: number;
  readonly targetLufs: number;
  readonly channelName: string;
  readonly items: readonly PlanItem[];
  readonly background: PlanBackground;
  /** What takes turns with `background` when `autoSwitch` says so: all backgrounds in order, this one among them. */
  readonly rotation: readonly PlanBackground[];
  readonly autoSwitch: AutoSwitch;
  readonly transition: BackgroundTransition;
  readonly scene: Scene;
  /** Pictures of the scene's image, logo and icon elements, by the id of their media asset. */
  readonly media: Readonly<Record<string, PlanFile>>;
  /** What is known of the audience now; taken on air at track starts and every `statsIntervalMs`. */
  readonly stats: FrameStats;
  readonly statsIntervalMs: number;
  readonly destinations: readonly PlanDestination[];
}

/** What the engine tells. Times are ISO 8601 wall-clock times of the packets on air. */
export type EngineEvent =
  | { readonly type: "on-air"; readonly streamId: StreamId; readonly onAir: OnAir }
  | {
      readonly type: "track-started";
      /** The journal entry's. */
      readonly entryId: string;
      readonly streamId: StreamId;
      readonly sessionId: SessionId;
      readonly itemId: ItemId;
      readonly trackId: TrackId;
      readonly startedAt: string;
    };

/** Whether the wanted content is on air; if not, a sentence that says why, and the previous content goes on. */
export interface ContentUpdate {
  readonly isUpdated: boolean;
  readonly reason: string | null;
}

/** The picture of a background without any scene, while it is not there yet. */
export interface PreparingBackground {
  /** Of the file that airs. */
  readonly sha256: string;
  /** null: it waits for its turn. */
  readonly making: { readonly progress: number; readonly elapsedMs: number } | null;
}

/** The playout engine, as the rest of the house sees it. */
export interface EnginePort {
  /**
   * At boot: these and no other streams should be on air. Publishers of earlier processes that still run are
   * adopted where their session is among them, ended where it is not. What is told of a stream meanwhile is done afterwards.
   */
  reconcile(plans: readonly Plan[]): Promise<void>;
  /** Wanted: on air, like this. Idempotent; answers before anything is on air. */
  apply(plan: Plan): void;
  /**
   * All streams that are off air and are to be prepared, the newest edit first; each with the session that its Start will begin, and
   * without destinations. What they would show and sound first is made when the machine has nothing else to do.
   */
  prepare(plans: readonly Plan[]): void;
  /**
   * Backgrounds that are in the library, and how a new stream would be encoded: what is to be known of them, and what they look like alone,
   * is made when the machine has nothing else to do, so that the first stream that chooses one finds it.
   */
  takeIn(backgrounds: readonly PlanBackground[], choice: Pick<Plan, "profileId" | "quality" | "renderEncoder">): void;
  /** Of those and of what streams show: what is not there alone yet, and is being made or waits for that. */
  preparing(): readonly PreparingBackground[];
  /** Those of these files, by their content, that what is on air may still be made of: wanted, or not left yet. */
  filesInUse(sha256s: ReadonlySet<string>): ReadonlySet<string>;
  /** Wanted: off. Idempotent. */
  stop(streamId: StreamId): void;
  /** A file that was left out is to be tried again. False: it was not left out. */
  liftQuarantine(streamId: StreamId, trackId: TrackId): boolean;
  /**
   * Leaves the track that is heard for the next one, as soon as that can be heard. False: nothing is on air yet, or any more. Of a stream
   * that is being taken over it is done afterwards.
   */
  skip(streamId: StreamId): boolean;
  /**
   * Leaves what is heard for this item of the list; the list goes on from there. False: it is not on air, or cannot be played. Of a stream
   * that is being taken over its plan says so, and it is done afterwards.
   */
  jump(streamId: StreamId, itemId: ItemId): boolean;
  /** Its far end takes what it is sent and shows it to nobody: that one connection is made anew. Does nothing where there is none. */
  reconnect(streamId: StreamId, destinationId: DestinationId): void;
  /** Makes sure that what is wanted is on air, also what failed before; settles when it is, or when it cannot be. Never rejects. */
  updateContent(streamId: StreamId): Promise<ContentUpdate>;
  /** What destinations are sent, for who watches here. @returns the way to leave; null: nothing is sent, for now */
  listen(streamId: StreamId, viewer: LiveViewer): (() => void) | null;
  /**
   * Connects, and hangs up once it is accepted, or is not: no sound and no picture is sent. "on-air": a stream is sent to where it leads,
   * or began to be meanwhile, and has that for itself. Never rejects.
   */
  tryDestination(target: DestinationTarget, leadsTo: (other: DestinationTarget) => boolean): Promise<DestinationTrial | "on-air">;
  /** What the stream's destinations took over the last hour, on air or not, as far as somebody looked; empty: nothing was sent. */
  takenLately(streamId: StreamId): readonly TakenOf[];
  /**
   * What is to be seen and heard of these streams now, out of the very units that their destinations are sent; those of which nothing is sent are
   * left out. What was not looked at yet is decoded because somebody asks, and for no other reason.
   */
  sentNow(streamIds: readonly StreamId[]): Promise<readonly SentNow[]>;
  /** A picture that `sentNow` has named, as JPEG; null: it is not kept any more. */
  sentPicture(name: string): Uint8Array | null;
  /** Actual. */
  onAir(streamId: StreamId): OnAir;
  /** Which background has its turn, as the plan names it; null: it is not on air. */
  backgroundNow(streamId: StreamId): PlanBackground | null;
  /** Played time that this machine renders in the same time, as it did lately. */
  renderSpeed(profileId: ProfileId): number;
  /** What there is to render pictures with; the first answer takes a few trials. */
  renderEncoders(): Promise<readonly FoundRenderEncoder[]>;
  subscribe(listener: (event: EngineEvent) => void): () => void;
  /** What really aired, to be taken once each. */
  readonly journal: EngineJournal;
}
