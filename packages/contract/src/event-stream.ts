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

/** What the first event of a stream says, and one in its midst when too much was told at once. */
export const hello = z.object({ isResumed: z.boolean() });
export type Hello = z.infer<typeof hello>;
