import { AppError, itemId, streamId } from "@nightjar/contract";
import { streamItems, tracks } from "@nightjar/db";
import { and, eq, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { assertLive } from "./assert-live.ts";
import { defineOnAirVerb } from "./on-air-verb.ts";

/** The same for each try of one press: what that has left, though its answer was lost, is left for all of them. */
const pressId = z.uuid("The id of a press must be a UUID").optional();

/**
 * Leaves the track that is heard for the next one; the change is told when it is on air. Who says which entry they hear is served too where
 * that is left already, and no second one is left for it.
 */
export const skipTrack = defineOnAirVerb({
  name: "streams.skip",
  input: z.object({ id: streamId, itemId: itemId.optional(), pressId }),
  act({ db, engine, leftTracks }, input, sessionKey) {
    assertLive(db, input.id);
    const press = { sessionKey, pressId: input.pressId };
    if (leftTracks.isCarriedOut(input.id, press)) return false;
    if (input.itemId !== undefined && leftTracks.isLeft(input.id, { itemId: input.itemId, sessionKey })) return false;
    const playable = db
      .select({ id: streamItems.id })
      .from(streamItems)
      .innerJoin(tracks, eq(tracks.id, streamItems.trackId))
      .where(and(eq(streamItems.streamId, input.id), isNotNull(tracks.audioSha256)))
      .limit(1)
      .get();
    if (!playable) throw new AppError("conflict", "The tracklist has no track that could be played");
    if (!engine.skip(input.id)) throw new AppError("conflict", "The next track cannot be played now");
    leftTracks.leave(input.id, press);
    return true;
  },
});

/** Leaves the track that is heard for another entry of the list, which goes on from there. */
export const jumpToTrack = defineOnAirVerb({
  name: "streams.jump",
  input: z.object({ id: streamId, itemId, pressId }),
  act({ db, engine, leftTracks }, input, sessionKey) {
    assertLive(db, input.id);
    const press = { sessionKey, pressId: input.pressId };
    if (leftTracks.isCarriedOut(input.id, press)) return false;
    const entry = db
      .select({ audioSha256: tracks.audioSha256 })
      .from(streamItems)
      .innerJoin(tracks, eq(tracks.id, streamItems.trackId))
      .where(and(eq(streamItems.streamId, input.id), eq(streamItems.id, input.itemId)))
      .get();
    if (!entry) throw new AppError("not-found", "The track is not in the tracklist");
    if (entry.audioSha256 === null) throw new AppError("conflict", "The track has no audio file");
    if (!engine.jump(input.id, input.itemId)) throw new AppError("conflict", "The track cannot be played now");
    leftTracks.leave(input.id, press);
    return true;
  },
});
