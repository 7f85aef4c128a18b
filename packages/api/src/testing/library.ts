import { audioFiles, tracks } from "@nightjar/db";
import type { Services } from "../context.ts";
import type { TrackId } from "@nightjar/contract";
import { createHash } from "node:crypto";

/** A track with a row of a file, put straight into the database: for tests that are not about uploads. */
export function addTrack(
  services: Pick<Services, "db">,
  title: string,
  artist = "Artist",
  more: Partial<typeof tracks.$inferInsert> = {},
): TrackId {
  const sha256 = createHash("sha256").update(`${title}\n${artist}`).digest("hex");
  const loudness = { loudnessState: "measured", integratedLufs: -12, rangeLu: 4, truePeakDbtp: -1 } as const;
  services.db
    .insert(audioFiles)
    .values({ sha256, extension: "mp3", sizeBytes: 1, durationMs: 61_500, codec: "mp3", sampleRateHz: 44_100, channels: 2, ...loudness })
    .onConflictDoNothing()
    .run();
  const searchText = `${title}\n${artist}\n\n`.toLowerCase();
  const row = { title, artist, durationMs: 61_500, audioSha256: sha256, searchText, ...more };
  return services.db.insert(tracks).values(row).returning({ id: tracks.id }).get().id;
}
