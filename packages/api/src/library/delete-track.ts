import { NAMED_TITLES, trackId } from "@nightjar/contract";
import type { StreamId, ToldStep, TrackId } from "@nightjar/contract";
import { streamItems, streams, tracks } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { watchReached } from "../audit.ts";
import { changed } from "../changes.ts";
import { releaseFiles } from "../files/release-files.ts";
import { streamsHolding } from "../plan/streams-showing.ts";
import { defineChange } from "../verb.ts";
import { noSuchTrack } from "./read-track.ts";

/** The track leaves all tracklists; its file is swept when what is on air has played to its end. */
export const deleteTrack = defineChange({
  name: "tracks.delete",
  access: "approved",
  input: z.object({ id: trackId }),
  output: z.null(),
  entity: "tracks",
  subject: (input) => input.id,
  commit(tx, { ctx, input }) {
    const holding = streamsHolding(tx, input.id);
    const userId = ctx.principal.user.id;
    const reached = holding.map((id) => {
      const entry = { userId, action: "streams.loseTrack", entity: "streams", subjectId: id } as const;
      return { step: lostStep(tx, id, input.id), tell: watchReached(tx, ctx, entry) };
    });
    if (holding.length > 0) {
      tx.update(streams)
        .set({ revision: sql`${streams.revision} + 1` })
        .where(inArray(streams.id, holding))
        .run();
    }
    const deleted = tx.delete(tracks).where(eq(tracks.id, input.id)).returning().get();
    if (!deleted) throw noSuchTrack();
    releaseFiles(tx, ctx.services.clock, deleted);
    changed(tx, "tracks", input.id);
    for (const id of holding) changed(tx, "streams", id);
    for (const { step, tell } of reached) tell({ step });
    return null;
  },
  atOnce: ({ ctx }) => ctx.services.fileSweeps.soon(),
});

/** What leaves a tracklist with a track, as its history tells steps. */
function lostStep(tx: Tx, id: StreamId, lost: TrackId): ToldStep {
  const which = and(eq(streamItems.streamId, id), eq(streamItems.trackId, lost));
  const titles = tx
    .select({ title: tracks.title })
    .from(streamItems)
    .innerJoin(tracks, eq(tracks.id, streamItems.trackId))
    .where(which)
    .all();
  return { is: "remove", titles: titles.slice(0, NAMED_TITLES).map(({ title }) => title), total: titles.length };
}
