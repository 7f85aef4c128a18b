import type { ContentUpdate, Plan } from "@nightjar/contract";
import type { ResumePoint } from "../../playout/protocol.ts";
import type { PictureChange, Segment, SegmentJoin } from "../../timeline/segment.ts";
import type { UnitRef } from "../../timeline/unit.ts";
import type { Play, Played } from "../choose/played.ts";
import type { Rotation } from "../choose/rotation.ts";
import type { Phase } from "../../render/phase.ts";
import type { Air, ComingIn, LooseJoin, Place, SlateUnits, Stand, View } from "./air.ts";
import type { Wish, WishId } from "./wishes.ts";

/** All that can happen to a session's air. What each may do stands in docs/air.md. */
export type AirEvent =
  // From the operator and the studio.
  | { readonly is: "plan"; readonly plan: Plan }
  | { readonly is: "skip" }
  | { readonly is: "jump"; readonly itemId: string }
  | { readonly is: "update-wanted"; readonly ticket: number }
  | { readonly is: "stop" }
  // From the session.
  | { readonly is: "begin"; readonly slate: SlateUnits }
  | {
      readonly is: "adopt";
      readonly slate: SlateUnits;
      readonly segments: readonly [Segment, ...Segment[]];
      /** The segment whose picture is written, which of its pictures, and since when that is on air. */
      readonly shown: { readonly videoSerial: number; readonly pictureId: number; readonly onAirAtMs: number };
      /** null: what sounds is not known any more. */
      readonly sounding: { readonly serial: number; readonly onAirAtMs: number; readonly startedAt: string | null } | null;
      /** Where that process stopped. */
      readonly point: ResumePoint;
    }
  | { readonly is: "given-up" }
  | { readonly is: "released" }
  // From the playout thread.
  /** `segment`: as the thread knew it when it began; what was told of it since has come too late. */
  | { readonly is: "written"; readonly segment: Segment; readonly onAirAtMs: number }
  | { readonly is: "shown"; readonly serial: number; readonly pictureId: number; readonly onAirAtMs: number }
  | { readonly is: "moved"; readonly byMs: number }
  // From the clock.
  | { readonly is: "clock" }
  // What was wished for.
  | {
      readonly is: "sound";
      readonly wish: WishId;
      readonly audio: UnitRef;
      readonly phase: Phase | null;
      readonly fadeIn: LooseJoin | null;
    }
  /** It is not cached. */
  | { readonly is: "sound-rendering"; readonly wish: WishId }
  | { readonly is: "no-sound"; readonly wish: WishId; readonly leftOut: ReadonlySet<string> }
  | { readonly is: "view"; readonly wish: WishId; readonly view: Omit<View, "sinceMs">; readonly earlier: UnitRef | null }
  | { readonly is: "picture"; readonly wish: WishId; readonly stand: Stand }
  | { readonly is: "join"; readonly wish: WishId; readonly join: LooseJoin | null }
  | { readonly is: "coming-in"; readonly wish: WishId; readonly comingIn: ComingIn | null }
  | { readonly is: "going-over"; readonly wish: WishId; readonly over: GoingOver | null }
  | { readonly is: "entry"; readonly wish: WishId; readonly entry: PictureEntry | null }
  /** `retryAtMs`: when the thread should have taken it, or when it may be tried again; null: there is no need for one. */
  | { readonly is: "cut"; readonly wish: WishId; readonly join: SegmentJoin | null; readonly retryAtMs: number | null }
  | { readonly is: "silence"; readonly wish: WishId; readonly join: SegmentJoin | null }
  // From the workshop.
  | { readonly is: "left-out"; readonly leftOut: ReadonlySet<string> }
  /** The disk was full, and is no more. */
  | { readonly is: "room" }
  | { readonly is: "bare"; readonly bare: ReadonlyMap<string, UnitRef> }
  | { readonly is: "better"; readonly key: string; readonly video: UnitRef }
  | { readonly is: "broken"; readonly key: string }
  | { readonly is: "overtaken"; readonly videoKey: string };

export type EventOf<Kind extends AirEvent["is"]> = Extract<AirEvent, { is: Kind }>;

/** A transition, and where its picture goes on behind it. */
export interface GoingOver {
  readonly via: UnitRef;
  readonly fromFrame: number;
  readonly entry: PictureChange["entry"];
}

export interface PictureEntry {
  readonly video: UnitRef;
  readonly fromFrame: number;
  readonly entry: NonNullable<PictureChange["entry"]>;
}

/** What the shell is to do; it decides nothing. */
export type AirEffect =
  | { readonly do: "ask"; readonly wish: Wish }
  | { readonly do: "reschedule"; readonly wish: WishId; readonly dueAtMs: number | null }
  /** `isNeededLater`: what it asked for will be asked for again. */
  | { readonly do: "drop"; readonly wish: WishId; readonly isNeededLater: boolean }
  /** Of what was dropped and is needed later, what this plan will never ask for is kept no longer. */
  | { readonly do: "keep-later"; readonly plan: Plan }
  | { readonly do: "open"; readonly segments: readonly [Segment, ...Segment[]] }
  /** The timeline of an earlier process goes on, with these behind what has begun. */
  | { readonly do: "resume"; readonly segments: readonly [Segment, ...Segment[]]; readonly point: ResumePoint }
  | { readonly do: "queue"; readonly segments: readonly Segment[] }
  | { readonly do: "show"; readonly serial: number; readonly changes: readonly PictureChange[] }
  /** The segment is heard from now on. */
  | { readonly do: "announce"; readonly serial: number; readonly label: Place["label"]; readonly startedAt: string }
  | { readonly do: "remember-play"; readonly play: Play; readonly played: Played }
  | { readonly do: "keep-rotation"; readonly rotation: Rotation }
  /** Units that are broken are made again under the same names. */
  | { readonly do: "remake"; readonly wishes: readonly Wish[] }
  /** What of the picture on air grows is to be watched from when its track began; null: nothing. */
  | { readonly do: "watch"; readonly growing: Growing | null }
  | { readonly do: "answer-update"; readonly ticket: number; readonly update: ContentUpdate }
  /** The thread has come to the silence behind what faded away; or there is no fade. */
  | { readonly do: "faded"; readonly isThere: boolean }
  /** Something that is shown has changed. */
  | { readonly do: "tell" };

export interface Growing {
  readonly videoKey: string;
  readonly onAirAtMs: number;
}

export interface Stepped {
  readonly air: Air;
  readonly effects: readonly AirEffect[];
}
