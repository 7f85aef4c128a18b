import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Segment } from "../timeline/segment.ts";
import type { TimelineState } from "../timeline/timeline.ts";
import type { FeedPosition } from "./feed.ts";

/** Where a session stands, kept so that the next process goes on with the very next byte. */
export interface SessionPosition {
  readonly sessionId: string;
  readonly epochMs: number;
  readonly state: TimelineState;
  readonly feeds: readonly ({ readonly destinationId: string; readonly generation: number } & FeedPosition)[];
}

const POSITION_FILE = "position.json";
const SEGMENTS_FILE = "segments.json";
/** One write of one page: it is there whole or not at all when we are killed. */
const POSITION_BYTES = 4096;

/** The playout thread's own two files of a session: the position, rewritten in place at each tick, and the segments. */
export class PlayoutRecord {
  readonly #dir: string;
  readonly #fd: number;
  readonly #page = Buffer.alloc(POSITION_BYTES, " ");
  #segmentSerials = "";

  constructor(dir: string) {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    this.#dir = dir;
    this.#fd = openSync(join(dir, POSITION_FILE), "a+", 0o600);
    closeSync(this.#fd);
    this.#fd = openSync(join(dir, POSITION_FILE), "r+");
  }

  writePosition(position: SessionPosition): void {
    const text = JSON.stringify(position);
    if (Buffer.byteLength(text) > POSITION_BYTES) throw new Error("too many destinations for one position record");
    this.#page.fill(" ");
    this.#page.write(text);
    writeSync(this.#fd, this.#page, 0, POSITION_BYTES, 0);
  }

  /** Written before the first position that needs them. */
  writeSegments(segments: readonly Segment[]): void {
    const serials = segments.map((segment) => `${segment.serial}:${segment.video.key}:${segment.audio.key}`).join();
    if (serials === this.#segmentSerials) return;
    this.#segmentSerials = serials;
    const path = join(this.#dir, SEGMENTS_FILE);
    writeFileSync(`${path}.new`, JSON.stringify(segments), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }

  close(): void {
    closeSync(this.#fd);
  }
}

/** Reads what an earlier process left; null when it left nothing usable. */
export function readPlayoutRecord(dir: string): { position: SessionPosition; segments: readonly [Segment, ...Segment[]] } | null {
  try {
    const position: SessionPosition = JSON.parse(readFileSync(join(dir, POSITION_FILE), "utf8"));
    const segments: Segment[] = JSON.parse(readFileSync(join(dir, SEGMENTS_FILE), "utf8"));
    const [first, ...rest] = segments;
    if (!first || !segments.some((segment) => segment.serial === position.state.audioSerial)) return null;
    return { position, segments: [first, ...rest] };
  } catch {
    return null;
  }
}
