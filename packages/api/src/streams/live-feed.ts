import type { EngineEvent } from "@nightjar/contract";
import { asRun, streams, tracks } from "@nightjar/db";
import { eq, sql } from "drizzle-orm";
import type { Services } from "../context.ts";

type TrackStarted = Extract<EngineEvent, { type: "track-started" }>;

/** Takes the engine's events into the database and to whoever watches. @returns the way to stop */
export function followEngine(services: Services): () => void {
  return services.engine.subscribe((event) => {
    if (event.type === "on-air") services.live.publish(event);
    else noteTrackStarted(services, event);
  });
}

/** Each journal entry counts once, however often the engine tells it. */
function noteTrackStarted({ db, live }: Services, event: TrackStarted): void {
  const isNew = db.transaction((tx) => {
    const track = tx.select().from(tracks).where(eq(tracks.id, event.trackId)).get();
    const { entryId, streamId, sessionId, itemId, trackId } = event;
    const entry = tx
      .insert(asRun)
      .values({
        ...{ entryId, streamId, sessionId, itemId, trackId },
        title: track?.title ?? "",
        artist: track?.artist ?? "",
        isrcCode: track?.isrcCode ?? null,
        startedAt: new Date(event.startedAt),
      })
      .onConflictDoNothing()
      .run();
    if (entry.changes === 0 || !track) return false;
    tx.update(tracks)
      .set({ playCount: sql`${tracks.playCount} + 1` })
      .where(eq(tracks.id, trackId))
      .run();
    tx.update(streams).set({ currentTrackId: trackId }).where(eq(streams.id, streamId)).run();
    return true;
  });
  if (!isNew) return;
  live.changed("tracks", event.trackId);
  live.changed("streams", event.streamId);
}
