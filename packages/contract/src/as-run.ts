import { z } from "zod";
import { destinationId, itemId, sessionId, streamId, trackId } from "./ids.ts";
import { AS_RUN_KINDS } from "./choices.ts";
import { destinationKind } from "./on-air.ts";

/** ISO 8601 wall-clock times. */
export const interruption = z.object({ from: z.string(), to: z.string() });
export type Interruption = z.infer<typeof interruption>;

/** Where an entry was sent, and when within its interval it did not arrive there. */
export const asRunDestination = z.object({
  id: destinationId,
  kind: destinationKind,
  host: z.string(),
  interruptions: z.array(interruption),
});
export type AsRunDestination = z.infer<typeof asRunDestination>;
export const asRunDestinations = z.array(asRunDestination);

/** One track as it really aired: what it was called then, and from when to when it sounded. */
export const asRunEntry = z.object({
  entryId: z.string(),
  streamId,
  sessionId,
  itemId,
  trackId,
  title: z.string(),
  artist: z.string(),
  isrcCode: z.string().nullable(),
  startedAt: z.string(),
  /** null: it is on air, or nobody could tell when it ended. */
  endedAt: z.string().nullable(),
  /** True while it sounds. */
  isOnAir: z.boolean(),
  destinations: z.array(asRunDestination),
});
export type AsRunEntry = z.infer<typeof asRunEntry>;

export const asRunKind = z.enum(AS_RUN_KINDS);

export const AS_RUN_FORMATS = ["json", "csv"] as const;
const moment = z.iso.datetime({ offset: true, error: "Times are written like 2026-03-01T20:15:00Z" });

export const asRunQuery = z.object({
  /** Entries that sounded at or after this time, ISO 8601. */
  from: moment.optional(),
  /** Entries that began before this time, ISO 8601. */
  to: moment.optional(),
  /** Only entries of that kind. */
  kind: asRunKind.optional(),
  /** Found in title or artist, in any case, or the ISRC. */
  text: z.string().max(200, "The text to look for is too long: at most 200 characters").optional(),
  format: z.enum(AS_RUN_FORMATS).default("json"),
  /** Entries of one answer; without it all of them. */
  limit: z.coerce.number<number>().int().min(1).max(1000).optional(),
  cursor: z.string().max(200).optional(),
});
export type AsRunQuery = z.infer<typeof asRunQuery>;

/** Newest first; without `limit` the whole log, and `nextCursor` is null. */
export const asRunPage = z.object({ items: z.array(asRunEntry), nextCursor: z.string().nullable() });
export type AsRunPage = z.infer<typeof asRunPage>;

/** What the engine's journal tells: a track began, or one that had begun has ended. Positions rise. */
export type JournalEntry =
  | ({ readonly type: "started"; readonly position: number } & Readonly<Omit<AsRunEntry, "endedAt" | "isOnAir" | "destinations">>)
  | ({ readonly type: "ended"; readonly position: number; readonly endedAt: string } & Pick<
      AsRunEntry,
      "entryId" | "streamId" | "destinations"
    >);

/**
 * The engine's journal of what aired. It is kept until it was acknowledged, and longer; at every start all that is on file is told
 * again, because who took it may have lost it: taken twice it changes nothing.
 */
export interface EngineJournal {
  /** Oldest first, at most a batch: behind what was acknowledged since the start, and safe on the disk. */
  pending(): readonly JournalEntry[];
  /** All up to and with this position have been taken. */
  acknowledge(position: number): void;
  /** Called when something became pending. */
  subscribe(listener: () => void): () => void;
}
