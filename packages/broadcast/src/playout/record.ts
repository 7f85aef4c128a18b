import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Segment, segmentSchema } from "../timeline/segment.ts";
import type { TimelineState } from "../timeline/timeline.ts";
import type { FeedPosition } from "./feed.ts";

/** Where a session stands, kept so that the next process goes on with the very next byte. */
export interface SessionPosition {
  readonly epochMs: number;
  readonly state: TimelineState;
  readonly feeds: readonly RecordedFeed[];
}

export interface RecordedFeed extends FeedPosition {
  readonly destinationId: string;
  readonly generation: number;
}

/** What the numbers of a position refer to; written before the first position that needs it. */
const timelineNames = z.object({
  segments: z.tuple([segmentSchema], segmentSchema),
  /** Destinations by slot. */
  destinationIds: z.array(z.string()),
});

/** Rewritten at every tick: its time is the last at which the session was certainly alive. */
export const POSITION_FILE = "position.bin";
const NAMES_FILE = "timeline.json";
const VERSION = 3;
const FEEDS_MAX = 16;
/** The order of the state's fields in the file, each a double; NaN stands for null, 1 for true. */
const STATE_FIELDS = [
  "tagSeq",
  "frames",
  "packets",
  "videoSerial",
  "videoOffset",
  "passStartFrame",
  "passMaxDisplay",
  "audioSerial",
  "audioOffset",
  "audioIndex",
  "audioStartPacket",
  "isInJoin",
  "cutAtFrame",
] as const satisfies readonly (keyof TimelineState)[];
/** Version, epoch and count of feeds, before the state and the feeds. */
const HEAD_FIELDS = 3;
const FEED_FIELDS = 4;

/**
 * The playout thread's own two files of a session. The position is rewritten in place at each tick: one write within one
 * page, which is there whole or not at all when we are killed. It is binary, because it is written ten times a second
 * for each of hundreds of sessions.
 */
export class PlayoutRecord {
  readonly #dir: string;
  readonly #fd: number;
  readonly #fields = new Float64Array(HEAD_FIELDS + STATE_FIELDS.length + FEEDS_MAX * FEED_FIELDS);
  readonly #destinationIds: string[] = [];
  #segments: readonly Segment[] = [];
  #isNamed = false;

  constructor(dir: string) {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    this.#dir = dir;
    this.#fd = openSync(join(dir, POSITION_FILE), "w", 0o600);
  }

  /** Written when it changed: before the first position that needs it. */
  writeNames(segments: readonly Segment[], destinationIds: Iterable<string>): void {
    for (const id of destinationIds) if (!this.#destinationIds.includes(id)) this.#isNamed = !this.#destinationIds.push(id);
    if (this.#isNamed && segments === this.#segments) return;
    this.#segments = segments;
    this.#isNamed = true;
    const path = join(this.#dir, NAMES_FILE);
    writeFileSync(`${path}.new`, JSON.stringify({ segments, destinationIds: this.#destinationIds }), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }

  writePosition(epochMs: number, state: TimelineState, feeds: readonly RecordedFeed[]): void {
    if (feeds.length > FEEDS_MAX) throw new Error(`more than ${FEEDS_MAX} destinations for one stream`);
    const fields = this.#fields;
    fields[0] = VERSION;
    fields[1] = epochMs;
    fields[2] = feeds.length;
    STATE_FIELDS.forEach((name, index) => (fields[HEAD_FIELDS + index] = Number(state[name] ?? Number.NaN)));
    let at = HEAD_FIELDS + STATE_FIELDS.length;
    for (const feed of feeds) {
      fields[at] = this.#destinationIds.indexOf(feed.destinationId);
      fields[at + 1] = feed.generation;
      fields[at + 2] = feed.tagSeq;
      fields[at + 3] = feed.bytes;
      at += FEED_FIELDS;
    }
    writeSync(this.#fd, fields, 0, at * Float64Array.BYTES_PER_ELEMENT, 0);
  }

  close(): void {
    closeSync(this.#fd);
  }
}

/** Reads what an earlier process left; null when it left nothing usable. */
export function readPlayoutRecord(dir: string): { position: SessionPosition; segments: readonly [Segment, ...Segment[]] } | null {
  try {
    const names = timelineNames.parse(JSON.parse(readFileSync(join(dir, NAMES_FILE), "utf8")));
    const position = parsePosition(readFileSync(join(dir, POSITION_FILE)), names.destinationIds);
    if (!position || !names.segments.some((segment) => segment.serial === position.state.audioSerial)) return null;
    return { position, segments: names.segments };
  } catch {
    return null;
  }
}

function parsePosition(bytes: Buffer, destinationIds: readonly string[]): SessionPosition | null {
  const field = (index: number) => bytes.readDoubleLE(index * Float64Array.BYTES_PER_ELEMENT);
  if (field(0) !== VERSION) return null;
  const number = (name: (typeof STATE_FIELDS)[number]) => field(HEAD_FIELDS + STATE_FIELDS.indexOf(name));
  const cutAtFrame = number("cutAtFrame");
  const state: TimelineState = {
    tagSeq: number("tagSeq"),
    frames: number("frames"),
    packets: number("packets"),
    videoSerial: number("videoSerial"),
    videoOffset: number("videoOffset"),
    passStartFrame: number("passStartFrame"),
    passMaxDisplay: number("passMaxDisplay"),
    audioSerial: number("audioSerial"),
    audioOffset: number("audioOffset"),
    audioIndex: number("audioIndex"),
    audioStartPacket: number("audioStartPacket"),
    isInJoin: number("isInJoin") === 1,
    cutAtFrame: Number.isNaN(cutAtFrame) ? null : cutAtFrame,
  };
  const feeds: RecordedFeed[] = [];
  for (let index = 0; index < field(2); index += 1) {
    const at = HEAD_FIELDS + STATE_FIELDS.length + index * FEED_FIELDS;
    const destinationId = destinationIds[field(at)];
    if (destinationId !== undefined) feeds.push({ destinationId, generation: field(at + 1), tagSeq: field(at + 2), bytes: field(at + 3) });
  }
  return { epochMs: field(1), state, feeds };
}
