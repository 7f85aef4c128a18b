import { PROFILES, type ProfileId } from "@nightjar/contract";
import { metadata } from "../flv/metadata.ts";
import { TAG_AUDIO, TAG_SCRIPT, TAG_VIDEO, fileHeader, writeTag } from "../flv/tag.ts";
import { USUAL_PIPE_BYTES } from "../egress/kernel/index.ts";
import type { TagBatch, TagPlace } from "../timeline/batch.ts";
import type { WrittenMarks } from "../timeline/marks.ts";
import type { PictureChange, Segment } from "../timeline/segment.ts";
import { Timeline, type TimelineEvent, type TimelineState } from "../timeline/timeline.ts";
import type { UnitSource } from "../timeline/unit.ts";
import { Feed } from "./feed.ts";
import { CATCH_UP_MAX_MS, FLOOR_MS, LEAD_MS, OPENING_LEAD_MS, OPENING_MS } from "./pace.ts";
import { ProgrammeRate } from "./programme-rate.ts";
import type { FeedTarget, PlayoutCommand, PlayoutEvent, SentMark } from "./protocol.ts";
import { PlayoutRecord, type RecordedFeed } from "./record.ts";

type Open = Extract<PlayoutCommand, { type: "open" }>;
type HandOver = Extract<PlayoutCommand, { type: "hand-over" }>;
type Fed = Pick<FeedTarget, "destinationId" | "generation">;

/** One session in the playout thread: its timeline, paced, written to its feeds, recorded at every tick. */
export class PlayoutSession {
  readonly sessionId: string;
  readonly #profileId: ProfileId;
  readonly #timeline: Timeline;
  readonly #header: Readonly<Record<"about" | "video" | "audio", Uint8Array>>;
  readonly #record: PlayoutRecord;
  readonly #feeds = new Map<string, Feed>();
  /** By destination: who is fed in the place of its feed, and when. */
  readonly #successors = new Map<string, { readonly feed: Feed; readonly when: HandOver["when"] }>();
  /** Given all they are ever given, of which not all is written. */
  #leaving: Feed[] = [];
  /** Time of the newest cut to another segment, until its picture was produced. */
  #cutAtMs: number | null = null;
  readonly #rate = new ProgrammeRate();
  readonly #emit: (event: PlayoutEvent) => void;
  #epochMs: number;
  /** The slate that it was opened with; null: with something that sounds, or it goes on. */
  readonly #openedWith: { readonly serial: number; readonly atMs: number } | null;
  /** The position on disk needs the segments from this one on, and of this one the pictures from that one on. */
  #neededSerial = 0;
  #neededPicture = 0;
  #kept: readonly Segment[];
  #keptFor: { readonly segments: readonly Segment[]; readonly neededSerial: number } | null = null;

  constructor(open: Open, source: UnitSource, nowMs: number, emit: (event: PlayoutEvent) => void) {
    this.sessionId = open.sessionId;
    this.#profileId = open.profileId;
    this.#emit = emit;
    this.#kept = open.segments;
    const profile = PROFILES[open.profileId];
    this.#header = { about: metadata(profile), video: open.videoHeader, audio: open.audioHeader };
    this.#record = new PlayoutRecord(open.recordDir);
    this.#timeline = new Timeline({
      profile,
      source,
      silence: open.silence,
      picture: open.picture,
      segments: open.segments,
      ...(open.resume ? { state: open.resume.state } : { startMs: open.startMs ?? 0 }),
      onEvent: (event) => this.#tell(event),
    });
    this.#epochMs = open.resume?.epochMs ?? nowMs - this.#timeline.producedMs;
    const [{ isSlate, serial }] = open.segments;
    this.#openedWith = isSlate && !open.resume ? { serial, atMs: nowMs } : null;
    for (const target of open.feeds) this.feed(target);
  }

  replaceUpcoming(segments: readonly Segment[]): void {
    this.#timeline.replaceUpcoming(segments);
  }

  showPicture(serial: number, changes: readonly PictureChange[]): void {
    this.#timeline.showPicture(serial, changes, serial === this.#neededSerial ? this.#neededPicture : 0);
    // A segment that is left within the next tick is kept as it is now.
    this.#segmentsToKeep();
  }

  feed(target: FeedTarget): void {
    this.unfeed(target.destinationId);
    this.#dropUnlessOpened(target, () => this.#feeds.set(target.destinationId, this.#newFeed(target, false)));
  }

  /** Lets another FIFO take the place of a destination's at a picture that is not produced yet: no tag is lost, none doubled. */
  handOver(target: FeedTarget, when: HandOver["when"]): void {
    const { destinationId, generation } = target;
    const known = this.#successors.get(destinationId);
    const current = this.#feeds.get(destinationId);
    if (!current || current.generation === generation) return;
    const feed = known?.feed.generation === generation ? known.feed : this.#newFeed(target, true);
    if (feed !== known?.feed) known?.feed.close();
    this.#successors.set(destinationId, { feed, when });
  }

  release(destinationId: string): void {
    const feed = this.#feeds.get(destinationId);
    if (feed) this.#dropUnlessOpened(feed, () => feed.release());
  }

  unfeed(destinationId: string): void {
    this.#feeds.get(destinationId)?.close();
    this.#feeds.delete(destinationId);
    this.#successors.get(destinationId)?.feed.close();
    this.#successors.delete(destinationId);
    const [left, kept] = [true, false].map((isLeft) => this.#leaving.filter((feed) => (feed.destinationId === destinationId) === isLeft));
    left?.forEach((feed) => feed.close());
    this.#leaving = kept ?? [];
  }

  /** Tells how far sound and picture have been produced. */
  locate(): void {
    const { audioSerial: serial, isInJoin, audioIndex: packet, audioOffset: offset, packets } = this.#timeline.state;
    const onAirAtMs = this.#epochMs + this.#timeline.clock.audioPtsMs(packets);
    const { shown, marks } = this.#timeline;
    const timed = ({ list }: WrittenMarks): SentMark[] => list.map(({ atMs, ...mark }) => ({ ...mark, onAirAtMs: this.#epochMs + atMs }));
    const sent = { pictures: timed(marks.pictures), sounds: timed(marks.sounds) };
    this.#emit({ type: "located", sessionId: this.sessionId, serial, isInJoin, packet, offset, onAirAtMs, shown, sent });
  }

  /** It has begun with the slate, and the first sound is still to come. */
  isOpening(nowMs: number): boolean {
    const slate = this.#openedWith;
    return slate !== null && slate.serial === this.#timeline.state.audioSerial && nowMs - slate.atMs < OPENING_MS;
  }

  /** How far ahead of its time on air everything up to now has been produced. */
  leadMs(nowMs: number): number {
    return this.#timeline.producedMs - (nowMs - this.#epochMs);
  }

  /** Produced, but not yet taken by a publisher's FIFO. */
  get pendingBytes(): number {
    let bytes = 0;
    for (const feed of this.#feeds.values()) if (!feed.isHeld && !feed.isListener) bytes += feed.pendingBytes;
    return bytes;
  }

  /** Something is left for `pump`. */
  get hasPending(): boolean {
    return this.#leaving.length > 0 || [...this.#feeds.values()].some((feed) => !feed.isHeld && feed.pendingBytes > 0);
  }

  /** Produces and writes what is due. `batch` is scratch space, shared between sessions. */
  tick(nowMs: number, batch: TagBatch): void {
    if (this.leadMs(nowMs) < -CATCH_UP_MAX_MS) this.#goOnFrom(nowMs);
    const before = this.#timeline.state;
    const { producedMs } = this.#timeline;
    const airMs = nowMs - this.#epochMs;
    const [first] = this.#feeds.values();
    batch.clear(first?.baseMs ?? 0);
    this.#timeline.produce(airMs + (this.isOpening(nowMs) ? OPENING_LEAD_MS : LEAD_MS), airMs + FLOOR_MS, batch);
    if (batch.tagCount === 0) return;
    const kbps = this.#rate.take(batch.bytes.length, this.#timeline.producedMs - producedMs);
    if (kbps !== null) this.#emit({ type: "rate", sessionId: this.sessionId, kbps });
    this.#record.writeNames(
      this.#segmentsToKeep(),
      this.#recorded.map(({ destinationId }) => destinationId),
    );
    for (const feed of [...this.#feeds.values()]) {
      if (feed.pendingBytes > 0) feed.pump();
      if (feed.isOverflowing) this.#dropStuck(feed);
      else this.#give(feed, batch, before);
    }
    if (this.#cutAtMs !== null && batch.firstKey(this.#cutAtMs)) this.#cutAtMs = null;
    this.#dismiss();
    this.#writePosition();
  }

  #goOnFrom(nowMs: number): void {
    const byMs = -this.leadMs(nowMs);
    this.#epochMs += byMs;
    this.#emit({ type: "moved", sessionId: this.sessionId, byMs });
  }

  #give(feed: Feed, batch: TagBatch, before: TimelineState): void {
    const successor = this.#successors.get(feed.destinationId);
    const place = successor ? this.#placeOf(successor.when, batch) : null;
    if (!successor || !place) return feed.offer(batch, before);
    feed.end(batch, before, place);
    successor.feed.begin(batch, before, place);
    this.#leaving.push(feed);
    this.#feeds.set(feed.destinationId, successor.feed);
    this.#successors.delete(feed.destinationId);
  }

  #placeOf(when: HandOver["when"], batch: TagBatch): TagPlace | null {
    if (when === "at-once") return batch.firstKey();
    return this.#cutAtMs === null ? null : batch.firstKey(this.#cutAtMs);
  }

  /** Those that have written all. */
  #dismiss(): void {
    if (this.#leaving.length === 0) return;
    for (const feed of this.#leaving) {
      feed.pump();
      if (feed.pendingBytes > 0) continue;
      feed.close();
      const { destinationId, generation } = feed;
      this.#emit({ type: "handed-over", sessionId: this.sessionId, destinationId, generation });
    }
    this.#leaving = this.#leaving.filter(({ pendingBytes }) => pendingBytes > 0);
  }

  /** Writes what feeds could not take at the tick. True when it is worth trying again at once. */
  pump(): boolean {
    let isDraining = false;
    let isMoved = false;
    for (const feed of this.#feeds.values()) {
      if (feed.pendingBytes === 0) continue;
      const fedBytes = feed.fedBytes;
      feed.pump();
      const hasMoved = feed.fedBytes !== fedBytes;
      isMoved ||= hasMoved;
      isDraining ||= hasMoved && feed.pendingBytes > 0;
    }
    this.#dismiss();
    if (isMoved) this.#writePosition();
    return isDraining || this.#leaving.length > 0;
  }

  close(): void {
    for (const destinationId of [...this.#feeds.keys()]) this.unfeed(destinationId);
    this.#timeline.close();
    this.#record.close();
  }

  #tell({ atMs, ...event }: TimelineEvent): void {
    if (event.type === "cut" && event.pictureId === 0) this.#cutAtMs = atMs;
    const base = { sessionId: this.sessionId, onAirAtMs: this.#epochMs + atMs };
    if (event.type !== "segment") return this.#emit({ ...event, ...base });
    const segment = this.#timeline.segments.find(({ serial }) => serial === event.serial);
    if (segment) this.#emit({ type: "segment", segment, ...base });
  }

  #newFeed(target: FeedTarget, isHeld: boolean): Feed {
    const { about, video, audio } = this.#header;
    const headerAt = (timestampMs: number) => {
      const tag = (type: number, data: Uint8Array) => writeTag(type, timestampMs, Buffer.from(data));
      return Buffer.concat([fileHeader(), tag(TAG_SCRIPT, about), tag(TAG_VIDEO, video), tag(TAG_AUDIO, audio)]);
    };
    const onPipe = (bytes: number) => {
      if (bytes < USUAL_PIPE_BYTES) this.#emit({ type: "small-pipe", bytes });
    };
    const twinBaseMs = (dtsMs: number) => this.#baseOfTwin(target, dtsMs);
    return new Feed({ ...target, profileId: this.#profileId, headerAt, twinBaseMs, isHeld, onPipe });
  }

  #baseOfTwin({ twin }: FeedTarget, dtsMs: number): number | null {
    const baseMs = (twin && this.#feeds.get(twin.destinationId)?.baseMs) ?? null;
    return twin && baseMs !== null && dtsMs - baseMs < twin.clockBelowMs ? baseMs : null;
  }

  /** A FIFO that cannot be opened is the fault of its destination alone. */
  #dropUnlessOpened(fed: Fed, open: () => void): void {
    try {
      open();
    } catch (error) {
      this.#dropStuck(fed, error instanceof Error ? error.message : String(error));
    }
  }

  #dropStuck({ destinationId, generation }: Fed, fault: string | null = null): void {
    this.unfeed(destinationId);
    this.#emit({ type: "feed-stuck", sessionId: this.sessionId, destinationId, generation, fault });
  }

  /** The timeline's segments, and those it has left that a slow feed's position still needs; the same array until that changes. */
  #segmentsToKeep(): readonly Segment[] {
    const { segments } = this.#timeline;
    const neededSerial = this.#neededSerial;
    if (this.#keptFor?.segments === segments && this.#keptFor.neededSerial === neededSerial) return this.#kept;
    const [first] = segments;
    const left = this.#kept.filter(({ serial }) => serial >= neededSerial && serial < (first?.serial ?? 0));
    this.#kept = [...left, ...segments];
    this.#keptFor = { segments, neededSerial };
    return this.#kept;
  }

  /** What another process may go on with. */
  get #recorded(): readonly Feed[] {
    return [...this.#feeds.values()].filter(({ isListener }) => !isListener);
  }

  #writePosition(): void {
    const produced = this.#timeline.state;
    let state: TimelineState = produced;
    const recorded = this.#recorded;
    for (const feed of recorded) {
      const oldest = feed.oldestState;
      if (oldest && oldest.tagSeq < state.tagSeq) state = oldest;
    }
    const feeds: RecordedFeed[] = [];
    for (const feed of recorded) {
      if (!feed.isBegun) continue;
      feeds.push({ destinationId: feed.destinationId, generation: feed.generation, ...feed.position(produced) });
    }
    this.#record.writePosition(this.#epochMs, state, feeds);
    this.#neededSerial = state.videoSerial;
    this.#neededPicture = state.pictureId;
  }
}
