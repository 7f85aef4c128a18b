import { audioFiles, tracks } from "@nightjar/db";
import { eq } from "drizzle-orm";
import type { Services } from "../context.ts";
import { pushPlans } from "../plan/push-plan.ts";
import { streamsHolding } from "../plan/streams-showing.ts";

/** Queues the measuring of one file, unless it is measured already. */
export function measureInBackground(services: Services, sha256: string): void {
  const row = services.db.select().from(audioFiles).where(eq(audioFiles.sha256, sha256)).get();
  if (row?.loudnessState !== "pending") return;
  services.jobs.background(`loudness:${sha256}`, (signal) => measure(services, row, signal));
}

/** At start: whatever was not measured when we went down. */
export function measureAllPending(services: Services): void {
  const rows = services.db.select({ sha256: audioFiles.sha256 }).from(audioFiles).where(eq(audioFiles.loudnessState, "pending")).all();
  for (const row of rows) measureInBackground(services, row.sha256);
}

async function measure(services: Services, row: typeof audioFiles.$inferSelect, signal: AbortSignal): Promise<void> {
  const { db, files, live, log, media } = services;
  const ofFile = eq(audioFiles.sha256, row.sha256);
  try {
    const loudness = await media.measureLoudness(files.path("audio", `${row.sha256}.${row.extension}`), signal);
    db.update(audioFiles)
      .set({ ...loudness, loudnessState: "measured" })
      .where(ofFile)
      .run();
  } catch (error) {
    // Aborted by our own end: it stays pending and is measured at the next start.
    if (signal.aborted) return;
    log.warn({ err: error, sha256: row.sha256 }, "the loudness of a file could not be measured");
    db.update(audioFiles).set({ loudnessState: "failed" }).where(ofFile).run();
  }
  const holders = db.select({ id: tracks.id }).from(tracks).where(eq(tracks.audioSha256, row.sha256)).all();
  for (const { id } of holders) {
    live.changed("tracks", id);
    pushPlans(services, streamsHolding(db, id));
  }
}
