import type { ProfileId } from "@nightjar/contract";
import type { Mark } from "../timeline/marks.ts";
import type { PictureChange, Segment } from "../timeline/segment.ts";
import type { ShownPicture, TimelineState } from "../timeline/timeline.ts";
import type { UnitRef } from "../timeline/unit.ts";

/** Ends the thread between two ticks, with all that was written recorded: who is killed within one leaves bytes that the next doubles. */
export const END = "end";

/** What the director tells the playout thread. Plain data: it crosses a thread. */
export type PlayoutCommand =
  | {
      readonly type: "open";
      readonly sessionId: string;
      readonly profileId: ProfileId;
      /** AVCDecoderConfigurationRecord and AudioSpecificConfig of the profile, as tag data. */
      readonly videoHeader: Uint8Array;
      readonly audioHeader: Uint8Array;
      readonly silence: UnitRef;
      /** Shown where a segment's picture cannot be read; kept in memory, as the silence is. */
      readonly picture: UnitRef;
      readonly segments: readonly [Segment, ...Segment[]];
      readonly recordDir: string;
      readonly resume: ResumePoint | null;
      /** Where the clock of a session begins that is not resumed: 0, but in tests of the clock's limits. */
      readonly startMs?: number;
      /** Fed from the first byte on: a tick between opening and feeding would be lost to them. */
      readonly feeds: readonly FeedTarget[];
    }
  | { readonly type: "segments"; readonly sessionId: string; readonly segments: readonly Segment[] }
  /** These wait for their turn as the picture of a segment, instead of those that did. */
  | { readonly type: "picture"; readonly sessionId: string; readonly serial: number; readonly changes: readonly PictureChange[] }
  /** A unit grew, was finished, or was given up (then it is complete as far as it goes). */
  | { readonly type: "unit"; readonly unit: UnitRef }
  | { readonly type: "feed"; readonly sessionId: string; readonly feed: FeedTarget }
  | { readonly type: "unfeed"; readonly sessionId: string; readonly destinationId: string }
  /**
   * From the next track on, or at once from the next IDR, this FIFO is fed in the place of the destination's. Nothing is
   * written to it until "release"; "handed-over" tells that the other has all it is ever given.
   */
  | { readonly type: "hand-over"; readonly sessionId: string; readonly feed: FeedTarget; readonly when: "next-track" | "at-once" }
  | { readonly type: "release"; readonly sessionId: string; readonly destinationId: string }
  /** Answered with "located". */
  | { readonly type: "locate"; readonly sessionId: string }
  | { readonly type: "close"; readonly sessionId: string };

/** What a feed has taken in of the timeline's bytes, so that another process goes on with the very next byte. */
export interface FeedPosition {
  /** Count of tags before the run of bytes being written. */
  readonly tagSeq: number;
  /** Bytes of that run that are in the FIFO. */
  readonly bytes: number;
  /** All bytes of its connection that are in the FIFO, or were. */
  readonly fedBytes: number;
  /** The session's time that the connection's timestamps count from. */
  readonly baseMs: number;
}

/** One publisher's FIFO. */
export interface FeedTarget {
  readonly destinationId: string;
  readonly generation: number;
  readonly fifoPath: string;
  /** The timestamp of its first picture, where it does not go by its twin's. */
  readonly startMs: number;
  /** It takes over the clock of this destination's feed, if that has begun and is still below this timestamp. */
  readonly twin?: { readonly destinationId: string; readonly clockBelowMs: number };
  /** Where an earlier process stopped; null: begin with the headers and the next IDR. */
  readonly resume: FeedPosition | null;
  /** Of no publisher, but of us who listen in: no other process goes on with it. */
  readonly isListener?: boolean;
}

/** A mark that was written, oldest first where there are several. */
export interface SentMark extends Mark {
  /** Monotonic time. */
  readonly onAirAtMs: number;
}

/** What was written of late: what is on air now, and up to a lead ahead of it. */
export interface SentMarks {
  readonly pictures: readonly SentMark[];
  readonly sounds: readonly SentMark[];
}

/** Where a session of an earlier process stopped. */
export interface ResumePoint {
  readonly state: TimelineState;
  /** Monotonic time at which the packet with timestamp 0 was due. */
  readonly epochMs: number;
}

/** What the playout thread tells the director. */
export type PlayoutEvent =
  | { readonly type: "ready" }
  /** `onAirAtMs`: monotonic time at which what is told of is due. `segment`: as it was known when it began. */
  | { readonly type: "segment"; readonly sessionId: string; readonly segment: Segment; readonly onAirAtMs: number }
  | {
      readonly type: "cut";
      readonly sessionId: string;
      readonly serial: number;
      readonly pictureId: number;
      readonly onAirAtMs: number;
    }
  | { readonly type: "starved" | "fed"; readonly sessionId: string; readonly what: "audio" | "video"; readonly onAirAtMs: number }
  /** After a long pause the session's clock was set anew: all that was written is on air so much later than was told. */
  | { readonly type: "moved"; readonly sessionId: string; readonly byMs: number }
  /** A unit could not be read to its end, or its tags are broken. */
  | { readonly type: "damaged"; readonly key: string; readonly reason: string }
  /** A FIFO holds less than is usual. */
  | { readonly type: "small-pipe"; readonly bytes: number }
  /** How far the sound has been produced: the packet to come of the segment's unit, or of its join. */
  | {
      readonly type: "located";
      readonly sessionId: string;
      readonly serial: number;
      readonly isInJoin: boolean;
      readonly packet: number;
      readonly offset: number;
      readonly onAirAtMs: number;
      readonly shown: ShownPicture;
      readonly sent: SentMarks;
    }
  /** The publisher of this generation was given all up to its successor's first picture; its feed is closed. */
  | { readonly type: "handed-over"; readonly sessionId: string; readonly destinationId: string; readonly generation: number }
  /** The publisher takes nothing any more, or could not be given anything: `fault` says why. The feed has been closed. */
  | {
      readonly type: "feed-stuck";
      readonly sessionId: string;
      readonly destinationId: string;
      readonly generation: number;
      readonly fault: string | null;
    }
  /** What the programme has at present; told when it has changed. */
  | { readonly type: "rate"; readonly sessionId: string; readonly kbps: number }
  | { readonly type: "session-failed"; readonly sessionId: string; readonly message: string }
  /** Once a second, with what was worst since the last. */
  | ({ readonly type: "status" } & PlayoutHealth);

/** How well the thread keeps its time. */
export interface PlayoutHealth {
  /** The longest time by which bytes came into a FIFO after the tick that was due. */
  readonly worstLateMs: number;
  /** The least lead over the time on air that was left at a tick; null: no session was served. */
  readonly leastLeadMs: number | null;
}
