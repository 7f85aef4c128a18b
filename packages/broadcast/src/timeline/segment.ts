import type { UnitRef } from "./unit.ts";

/** One stretch of the timeline: a unit of sound played once, and a unit of picture repeated under it. */
export interface Segment {
  /** Rises over the session, and is never used twice: with the session's id it names a journal entry. */
  readonly serial: number;
  readonly video: UnitRef;
  readonly audio: UnitRef;
  /** A slate: repeats its sound, too, and gives way as soon as the next segment can be read. */
  readonly isSlate: boolean;
  /** What the segment means to the director; the timeline carries it unread. */
  readonly label: SegmentLabel;
}

export interface SegmentLabel {
  readonly itemId: string | null;
  readonly trackId: string | null;
  readonly title: string;
  readonly artist: string;
  readonly durationMs: number;
}
