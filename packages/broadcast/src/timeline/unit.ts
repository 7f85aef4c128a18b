import { z } from "zod";
import type { TagInfo } from "../flv/tag.ts";

/** Names a unit of the cache: a file of FLV tags of one kind, picture or sound, all of one profile. */
export const unitRefSchema = z.object({
  /** Content address; also the name of its file. */
  key: z.string(),
  kind: z.enum(["video", "audio"]),
  /** Absolute path of the finished or the still growing file. */
  path: z.string(),
  /** Where the first coded picture or packet begins. */
  firstTagOffset: z.number().int(),
  /** Bytes that may be read now: the end of the last whole GOP (picture) or packet (sound). */
  readableBytes: z.number().int(),
  /** False while its render is still writing. */
  isComplete: z.boolean(),
});
export type UnitRef = Readonly<z.infer<typeof unitRefSchema>>;

/** Its first tags can be read. */
export function isReadable(unit: UnitRef): boolean {
  return unit.readableBytes > unit.firstTagOffset;
}

export interface TagView {
  readonly buffer: Buffer;
  readonly offset: number;
  readonly info: TagInfo;
}

/** Reads the tags of one unit in order. One owner each. */
export interface TagCursor {
  /** The tag to come; "wait" at the edge of a growing unit, "end" behind the last tag of a complete one. */
  peek(): TagView | "wait" | "end";
  /** Steps over the tag that was peeked. */
  advance(): void;
  /** Back to the first tag: units of pictures loop. */
  rewind(): void;
  /** Byte offset of the tag to come: with `openAt` it resumes exactly here. */
  readonly offset: number;
  close(): void;
}

/** Opens cursors; the worker's reads files, a test's memory. */
export interface UnitSource {
  /** @param offset byte offset of a tag, by default the first. Throws when the unit cannot be read. */
  open(unit: UnitRef, offset?: number): TagCursor;
}
