import { artworkFiles, audioFiles, backgroundFiles } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { and, eq, lt, lte, or } from "drizzle-orm";
import type { AnyColumn, SQL } from "drizzle-orm";
import type { Clock } from "../ports.ts";
import { parseFileUrl } from "./file-urls.ts";

/** An upload may wait this long for its track or background to be saved. */
export const UNUSED_FOR_MS = 24 * 60 * 60 * 1000;
/** What played or showed it has another plan within seconds, and has come to its next cut. */
export const RELEASED_FOR_MS = 5 * 60 * 1000;

/** What the row of a track or of a background names. */
export interface NamedFiles {
  readonly audioSha256?: string | null;
  readonly videoUrl?: string;
  readonly artworkUrl: string | null;
}

/** Of a row that is being deleted: nobody is about to save what it named, so where nothing else has that it goes soon. */
export function releaseFiles(tx: Tx, clock: Clock, named: NamedFiles & { readonly createdAt: Date }): void {
  const createdAt = new Date(clock.nowMs() - UNUSED_FOR_MS + RELEASED_FOR_MS);
  // What was uploaded again since may be about to be saved again.
  ageFiles(tx, named, createdAt, (cameAt) => or(lte(cameAt, named.createdAt), lt(cameAt, createdAt)));
}

/** To the sweeper they came then. @param isMeant by when they came: others stay as they are */
export function ageFiles(
  tx: Tx,
  { artworkUrl, audioSha256, videoUrl }: NamedFiles,
  createdAt: Date,
  isMeant: (cameAt: AnyColumn) => SQL | undefined = () => undefined,
): void {
  const values = { createdAt };
  const sha256s = {
    audio: audioSha256,
    video: parseFileUrl("video", videoUrl ?? "")?.sha256,
    artwork: parseFileUrl("artwork", artworkUrl ?? "")?.sha256,
  };
  const which = <T extends typeof audioFiles | typeof backgroundFiles | typeof artworkFiles>(table: T, sha256: string) =>
    and(eq(table.sha256, sha256), isMeant(table.createdAt));
  if (sha256s.audio) tx.update(audioFiles).set(values).where(which(audioFiles, sha256s.audio)).run();
  if (sha256s.video) tx.update(backgroundFiles).set(values).where(which(backgroundFiles, sha256s.video)).run();
  if (sha256s.artwork) tx.update(artworkFiles).set(values).where(which(artworkFiles, sha256s.artwork)).run();
}
