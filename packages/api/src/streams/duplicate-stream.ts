import { duplicateStreamInput, stream, streamId } from "@nightjar/contract";
import type { StreamId } from "@nightjar/contract";
import { destinations, streams } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { and, asc, eq } from "drizzle-orm";
import { changed } from "../changes.ts";
import { noSuchStream } from "../plan/assert-stream.ts";
import { defineChange } from "../verb.ts";
import { copyItems } from "./items.ts";
import { madeAlready } from "./made-already.ts";
import { readStream } from "./stream-shape.ts";

/**
 * Another stream with all that one is: texts, picture, sound, tracklist with its marks, and where it is asked for its destinations. A connected
 * channel stays with the one it was connected to, and so does all that aired.
 */
export const duplicateStream = defineChange({
  name: "streams.duplicate",
  access: "approved",
  input: duplicateStreamInput.extend({ id: streamId }),
  output: stream,
  entity: "streams",
  subject: (input, made) => made?.id ?? input.newId ?? null,
  commit(tx, { ctx, input }) {
    const now = ctx.services.clock.nowMs();
    const original = tx.select().from(streams).where(eq(streams.id, input.id)).get();
    const sentTo = input.withDestinations ? byHand(tx, input.id) : [];
    // Where it was sent is not known of an original that is gone.
    const isSent = (count: number) => count === sentTo.length || (!original && input.withDestinations);
    const made = madeAlready(tx, input.newId, (row) => row.title === input.title && isSent(byHand(tx, row.id).length));
    if (made !== null) return readStream(tx, made, now);
    if (!original) throw noSuchStream();
    const { description, channelName, artworkUrl, activeBackgroundId, activeOverlayTemplateId } = original;
    const { order, crossfadeMs, profile, quality, targetLufs, transition, autoSwitch, statsIntervalMs, timeZone } = original;
    const { ytRollOverHours, ytSendsBackup } = original;
    const { id } = tx
      .insert(streams)
      .values({
        id: input.newId,
        ...{ title: input.title, description, channelName, artworkUrl, activeBackgroundId, activeOverlayTemplateId },
        ...{ order, crossfadeMs, profile, quality, targetLufs, transition, autoSwitch, statsIntervalMs, timeZone },
        ...{ ytRollOverHours, ytSendsBackup },
        createdAt: new Date(now),
      })
      .returning({ id: streams.id })
      .get();
    copyItems(tx, input.id, id);
    // As they are sealed: nobody need read a key for that.
    for (const { kind, rtmpUrl, streamKeySealed, isExtra, createdAt } of sentTo)
      tx.insert(destinations).values({ kind, rtmpUrl, streamKeySealed, isExtra, createdAt, streamId: id }).run();
    changed(tx, "streams", id);
    return readStream(tx, id, now);
  },
});

/** Where a stream is sent that was given by hand. */
function byHand(tx: Tx, id: StreamId) {
  const ofStream = and(eq(destinations.streamId, id), eq(destinations.kind, "rtmp"));
  return tx.select().from(destinations).where(ofStream).orderBy(asc(destinations.createdAt)).all();
}
