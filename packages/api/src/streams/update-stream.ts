import { AppError, stream, streamId, streamPatch, streamWithTracks } from "@nightjar/contract";
import type { StreamPatch } from "@nightjar/contract";
import { backgrounds, overlayTemplates, streams } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { assertAsRead } from "../as-read.ts";
import { checkArtworkUrl } from "../files/check-artwork-url.ts";
import { changed } from "../changes.ts";
import { defineChange } from "../verb.ts";
import { assertRoom } from "../plan/assert-room.ts";
import { disconnectedFields } from "./disconnect.ts";
import { noSuchStream } from "../plan/assert-stream.ts";
import { itemsOf, replaceItems } from "./items.ts";
import { readStream, readStreamHead } from "./stream-shape.ts";
import { leaveGrant } from "../youtube/leave-grant.ts";
import { sayOnAir } from "../youtube/next-broadcast.ts";
import { followBackup, leaveChannel } from "../youtube/send-to.ts";
import type { Said } from "../youtube/texts.ts";
import { endSession } from "../plan/wanted.ts";

export const updateStream = defineChange({
  name: "streams.update",
  access: "approved",
  input: streamPatch.extend({ id: streamId }),
  patches: { has: "A stream has", shape: streamWithTracks },
  output: stream,
  entity: "streams",
  subject: (input) => input.id,
  commit(tx, { ctx, input }) {
    const { id, tracklistIds, revision, was = {}, youtubeConnected, ...plain } = input;
    const now = ctx.services.clock.nowMs();
    const before = tx.select().from(streams).where(eq(streams.id, id)).get();
    if (!before) throw noSuchStream();
    if (revision !== undefined && revision !== before.revision) throw outdated(tx, id, before.revision);
    assertAsRead("stream", readStreamHead(tx, id, now), was, plain);
    assertChoices(tx, input);
    if (plain.ytSendsBackup && !before.ytSendsBackup && before.ytConnected) assertRoom(tx, id);
    const isDisconnecting = youtubeConnected === false && (before.ytConnected || before.ytGrantId !== null);
    const values = { ...plain, ...(isDisconnecting ? disconnectedFields : {}) };
    if (Object.keys(values).length > 0) tx.update(streams).set(values).where(eq(streams.id, id)).run();
    if (tracklistIds !== undefined) replaceItems(tx, id, tracklistIds);
    if (plain.ytSendsBackup !== undefined) followBackup(tx, id);
    if (isDisconnecting) {
      // An account without a channel carried nothing: what is sent elsewhere goes on.
      if (before.ytConnected) endSession(tx, id, new Date(now));
      leaveChannel(tx, id);
      leaveGrant(tx, before.ytGrantId, new Date(now));
    }
    sayOnAir(tx, id, textsChanged(before, plain));
    changed(tx, "streams", id);
    return readStream(tx, id, now);
  },
});

/** What was not changed here may be another at YouTube, and stays so. */
const textsChanged = (before: Pick<typeof streams.$inferSelect, "title" | "description">, { description, title }: StreamPatch): Said => ({
  ...(title !== before.title && { title }),
  ...(description !== before.description && { description }),
});

/** Somebody was faster: the answer carries the list as it is now. */
function outdated(tx: Tx, id: Parameters<typeof itemsOf>[1], revision: number): AppError {
  const tracklistIds = itemsOf(tx, id).map((item) => item.trackId);
  return new AppError("conflict", "The tracklist was changed by somebody else in the meantime", { details: { revision, tracklistIds } });
}

function assertChoices(tx: Tx, patch: StreamPatch): void {
  const { activeBackgroundId, activeOverlayTemplateId, artworkUrl } = patch;
  if (artworkUrl) checkArtworkUrl(tx, "artworkUrl", artworkUrl);
  if (activeBackgroundId && !tx.select().from(backgrounds).where(eq(backgrounds.id, activeBackgroundId)).get()) {
    throw new AppError("not-found", "Background not found");
  }
  if (activeOverlayTemplateId && !tx.select().from(overlayTemplates).where(eq(overlayTemplates.id, activeOverlayTemplateId)).get()) {
    throw new AppError("not-found", "Overlay template not found");
  }
}
