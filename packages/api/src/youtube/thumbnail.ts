import { streams, ytBroadcasts } from "@nightjar/db";
import { eq } from "drizzle-orm";
import type { Services } from "../context.ts";
import { parseFileUrl } from "../files/file-urls.ts";
import { askYouTube } from "./ask.ts";
import { type Row, grantOf, readRow, wantedOf } from "./rows.ts";

/**
 * Gives a live broadcast its stream's artwork as its picture. Once for each artwork, whatever comes of it: many channels may set none, each try
 * costs as much as a Start, and nothing on air waits for it.
 */
export async function setThumbnail(services: Services, id: Row["id"]): Promise<void> {
  const { db, files, log } = services;
  const row = readRow(db, id);
  if (!row || row.endedAt !== null || row.ytBroadcastId === null || wantedOf(db, row) !== "live") return;
  const artwork = artworkOf(services, row);
  if (artwork === null || artwork.sha256 === row.thumbnailOf) return;
  const path = files.path("artwork", artwork.name);
  const broadcast = row.ytBroadcastId;
  try {
    await askYouTube(services, grantOf(db, row), "setThumbnail", (api, token) => api.setThumbnail(token, broadcast, path));
  } catch (error) {
    log.warn({ err: error, streamId: row.streamId }, "the artwork is not the picture of the broadcast");
  }
  db.update(ytBroadcasts).set({ thumbnailOf: artwork.sha256 }).where(eq(ytBroadcasts.id, row.id)).run();
}

/** null: the stream has none, or one that does not lie here. */
function artworkOf({ db }: Services, { streamId }: Row) {
  if (streamId === null) return null;
  const url = db.select({ url: streams.artworkUrl }).from(streams).where(eq(streams.id, streamId)).get()?.url ?? null;
  return url === null ? null : parseFileUrl("artwork", url);
}
