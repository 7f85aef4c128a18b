import type { Plan } from "@nightjar/contract";
import type { FeedTarget, ResumePoint } from "../../playout/protocol.ts";
import type { PictureChange, Segment } from "../../timeline/segment.ts";
import type { UnitRef } from "../../timeline/unit.ts";
import type { Slate } from "../prepare/slate.ts";
import type { SessionPort } from "./session-port.ts";

export interface SegmentPostPort {
  readonly session: Pick<SessionPort, "toThread" | "dir" | "clocks">;
  /** The feeds that wait for the timeline to open. */
  takeWaitingFeeds(): readonly FeedTarget[];
  /** What the next process needs is on the disk, before the thread writes the first byte. */
  keepRecord(): void;
  /** As far as it is there now, and where. */
  latest(unit: UnitRef): UnitRef;
}

/** Tells the playout thread of segments, with their units as they are at that moment: they grow, and move when they are finished. */
export class SegmentPost {
  readonly #port: SegmentPostPort;

  constructor(port: SegmentPostPort) {
    this.#port = port;
  }

  open(
    { sessionId, profileId }: Pick<Plan, "sessionId" | "profileId">,
    slate: Slate,
    [first, ...rest]: readonly [Segment, ...Segment[]],
    resume: ResumePoint | null,
  ): void {
    const { session, keepRecord, takeWaitingFeeds } = this.#port;
    const { headers, silence, video: picture } = slate;
    const segments = [this.fresh(first), ...rest.map((segment) => this.fresh(segment))] as const;
    keepRecord();
    session.toThread({
      ...{ type: "open", sessionId, profileId, videoHeader: headers.video, audioHeader: headers.audio, silence, picture, segments },
      ...{ recordDir: session.dir, resume, startMs: session.clocks.sessionMs, feeds: takeWaitingFeeds() },
    });
  }

  queue(sessionId: string, segments: readonly Segment[]): void {
    this.#port.session.toThread({ type: "segments", sessionId, segments: segments.map((segment) => this.fresh(segment)) });
  }

  show(sessionId: string, serial: number, changes: readonly PictureChange[]): void {
    const { session, latest } = this.#port;
    session.toThread({
      type: "picture",
      sessionId,
      serial,
      changes: changes.map((change) => ({ ...change, video: latest(change.video) })),
    });
  }

  fresh(segment: Segment): Segment {
    const { latest } = this.#port;
    const { video, audio, pictures } = segment;
    const changes = pictures?.map((change) => ({ ...change, video: latest(change.video) }));
    return { ...segment, video: latest(video), audio: latest(audio), ...(changes ? { pictures: changes } : {}) };
  }
}
