import { z } from "zod";
import { asRunEntry } from "./as-run.ts";
import { streamId, trackId } from "./ids.ts";
import { changedEntity, onAir } from "./on-air.ts";

/** What `GET /api/events` sends, one JSON object an event. */
export const liveEvent = z.discriminatedUnion("type", [
  /** The actual state of one stream, whole, whenever anything but the running position changed. */
  z.object({ type: z.literal("on-air"), streamId, onAir }),
  /** Something stored changed; `entity` names the list to read again. */
  z.object({ type: z.literal("changed"), entity: changedEntity, id: z.string() }),
  /** A track began or ended: its entry in the as-run log, and all else that has changed with it. Nothing needs to be read again. */
  z.object({
    type: z.literal("as-run"),
    entry: asRunEntry,
    /** The plays of the track; null: it is not in the library any more. */
    playCount: z.number().int().nullable(),
    /** Of the stream. */
    currentTrackId: trackId.nullable(),
  }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

/** How often an open event stream says that it is there, also while nothing happens. */
export const HEARTBEAT_MS = 5_000;
/** The names of those server-sent events that tell of the stream itself; what tells of the product has none. */
export const HEARTBEAT_EVENT = "heartbeat";
/** The first one: whether what follows goes on after the id that was asked for, or everything is to be read again. */
export const HELLO_EVENT = "hello";
export const hello = z.object({ isResumed: z.boolean() });
export type Hello = z.infer<typeof hello>;
/** Two heartbeats missed, and half of one for a network that is slow: nobody is at the other end. */
export const SILENCE_MS = 2.5 * HEARTBEAT_MS;
/** An attempt to open one that is not answered by then is given up: the next one may find another way. */
export const OPENING_MS = 5_000;
/** For so long what happened is kept for those who come back. */
export const RESUME_WITHIN_MS = 10 * 60 * 1000;
/** In place of the header Last-Event-ID, which a page that opens an event stream anew cannot send. */
export const LAST_EVENT_ID_PARAMETER = "lastEventId";
