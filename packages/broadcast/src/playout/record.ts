import { closeSync, constants, fstatSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DESTINATIONS_MAX } from "@nightjar/contract";
import { replaceFileSync } from "@nightjar/kit/node";
import { z } from "zod";
import { type Segment, segmentSchema } from "../timeline/segment.ts";
import type { TimelineState } from "../timeline/timeline.ts";
import { monotonicMs } from "./monotonic.ts";
import type { FeedPosition } from "./protocol.ts";

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
const VERSION = 7;
const FEEDS_MAX = DESTINATIONS_MAX;
/** The order of the state's fields in the file, each a double; NaN stands for null, 1 for true. */
const STATE_FIELDS = [
  "tagSeq",
  "frames",
  "packets",
  "videoSerial",
  "pictureId",
  "cutToAtFrame",
  "videoOffset",
  "passStartFrame",
  "passEntryFrame",
  "passMaxDisplay",
  "audioSerial",
  "audioOffset",
  "audioIndex",
  "audioStartPacket",
  "isInJoin",
  "cutAtFrame",
] as const satisfies readonly (keyof TimelineState)[];
/** Those that may be null. */
const NULLABLE: ReadonlySet<string> = new Set(["cutAtFrame"]);
/** No position is written further ahead of its time than this. */
const AHEAD_MAX_MS = 60_000;
/** Version, epoch and count of feeds, before the state and the feeds. */
const HEAD_FIELDS = 3;
const BASE_FIELD = 4;
const FEED_FIELDS = 6;
const FED_FIELD = 5;

/**
 * What a full disk does not take is left out: the next process then begins anew, but this one goes on.
 * The playout thread's own two files of a session. The position is rewritten in place at each tick: one write within one
 * page, which is there whole or not at all when we are killed. It is binary, because it is written at every tick
 * for each of hundreds of sessions.
 */
export class PlayoutRecord {
  readonly #dir: string;
  readonly #fd: number | null;
  readonly #fields = new Float64Array(HEAD_FIELDS + STATE_FIELDS.length + FEEDS_MAX * FEED_FIELDS);
  readonly #destinationIds: string[] = [];
  #segments: readonly Segment[] = [];
  #isNamed = false;

  constructor(dir: string) {
    this.#dir = dir;
    this.#fd = attempt(() => openPosition(dir, this.#fields)) ?? null;
  }

  /** Written when it changed: before the first position that needs it. */
  writeNames(segments: readonly Segment[], destinationIds: Iterable<string>): void {
    for (const id of destinationIds) if (!this.#destinationIds.includes(id)) this.#isNamed = !this.#destinationIds.push(id);
    if (this.#isNamed && segments === this.#segments) return;
    const path = join(this.#dir, NAMES_FILE);
    const isWritten = attempt(() => {
      replaceFileSync(path, JSON.stringify({ segments, destinationIds: this.#destinationIds }));
      return true;
    });
    // Tried again at the next tick.
    if (!isWritten) return;
    this.#segments = segments;
    this.#isNamed = true;
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
      fields[at + BASE_FIELD] = feed.baseMs;
      fields[at + FED_FIELD] = feed.fedBytes;
      at += FEED_FIELDS;
    }
    const fd = this.#fd;
    if (fd !== null) attempt(() => writeSync(fd, fields, 0, at * Float64Array.BYTES_PER_ELEMENT, 0));
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
  }
}

/** Not truncated, and as long from the beginning as it can become: to write a position then takes no space. */
function openPosition(dir: string, fields: Float64Array): number {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const fd = openSync(join(dir, POSITION_FILE), constants.O_RDWR | constants.O_CREAT, 0o600);
  if (fstatSync(fd).size < fields.byteLength) attempt(() => writeSync(fd, fields, 0, fields.byteLength, 0));
  return fd;
}

function attempt<T>(write: () => T): T | undefined {
  try {
    return write();
  } catch {
    return undefined;
  }
}

/** What it says cannot be gone on with any more: what opens next begins a record of its own. */
export function forgetPosition(dir: string): void {
  rmSync(join(dir, POSITION_FILE), { force: true });
}

/** Reads what an earlier process left; null when it left nothing usable. */
export function readPlayoutRecord(dir: string): { position: SessionPosition; segments: readonly [Segment, ...Segment[]] } | null {
  try {
    const names = timelineNames.parse(JSON.parse(readFileSync(join(dir, NAMES_FILE), "utf8")));
    const position = parsePosition(readFileSync(join(dir, POSITION_FILE)), names.destinationIds);
    const isNamed = (serial: number) => names.segments.some((segment) => segment.serial === serial);
    if (!position || !isNamed(position.state.audioSerial) || !isNamed(position.state.videoSerial)) return null;
    return { position, segments: names.segments };
  } catch {
    return null;
  }
}

/** What is recorded of one connection. */
export interface ConnectionRecord {
  readonly fedBytes: number;
  /** Monotonic time at which its timestamp 0 is due, or was, or would have been. */
  readonly zeroAtMs: number;
}

/** null: nothing is. */
export function recordedConnection(dir: string, feed: Pick<RecordedFeed, "destinationId" | "generation">): ConnectionRecord | null {
  const position = readPlayoutRecord(dir)?.position;
  const isIt = ({ destinationId, generation }: RecordedFeed) => destinationId === feed.destinationId && generation === feed.generation;
  const found = position?.feeds.find(isIt);
  return position && found ? { fedBytes: found.fedBytes, zeroAtMs: position.epochMs + found.baseMs } : null;
}

/** Numbers as we write them: counts and places, of a time that is not far ahead. */
function isSane(field: (index: number) => number): boolean {
  const isCount = (value: number) => Number.isSafeInteger(value) && value >= -1;
  const isState = STATE_FIELDS.every((name, index) => {
    const value = field(HEAD_FIELDS + index);
    return isCount(value) || (NULLABLE.has(name) && Number.isNaN(value));
  });
  const feeds = field(2);
  if (!isState || !Number.isInteger(feeds) || feeds < 0 || feeds > FEEDS_MAX) return false;
  const feedFields = Array.from({ length: feeds * FEED_FIELDS }, (_, index) => field(HEAD_FIELDS + STATE_FIELDS.length + index));
  // Where a connection's clock began may lie before the session's.
  const isFeedField = (value: number, index: number) =>
    isCount(value) || (index % FEED_FIELDS === BASE_FIELD && Number.isSafeInteger(value));
  const writtenMs = (field(HEAD_FIELDS + STATE_FIELDS.indexOf("packets")) * 1024) / 48;
  return feedFields.every(isFeedField) && field(1) + writtenMs < monotonicMs() + AHEAD_MAX_MS;
}

function parsePosition(bytes: Buffer, destinationIds: readonly string[]): SessionPosition | null {
  const field = (index: number) => bytes.readDoubleLE(index * Float64Array.BYTES_PER_ELEMENT);
  if (field(0) !== VERSION || !isSane(field)) return null;
  const number = (name: (typeof STATE_FIELDS)[number]) => field(HEAD_FIELDS + STATE_FIELDS.indexOf(name));
  const cutAtFrame = number("cutAtFrame");
  const state: TimelineState = {
    tagSeq: number("tagSeq"),
    frames: number("frames"),
    packets: number("packets"),
    videoSerial: number("videoSerial"),
    pictureId: number("pictureId"),
    cutToAtFrame: number("cutToAtFrame"),
    videoOffset: number("videoOffset"),
    passStartFrame: number("passStartFrame"),
    passEntryFrame: number("passEntryFrame"),
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
    if (destinationId === undefined) continue;
    const [generation, tagSeq, bytes, baseMs, fedBytes] = [
      field(at + 1),
      field(at + 2),
      field(at + 3),
      field(at + BASE_FIELD),
      field(at + FED_FIELD),
    ];
    feeds.push({ destinationId, generation, tagSeq, bytes, baseMs, fedBytes });
  }
  return { epochMs: field(1), state, feeds };
}
