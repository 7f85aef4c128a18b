import { AppError } from "@nightjar/contract";
import { artworkFiles, audioFiles, backgroundFiles, backgrounds, sampleParts, tracks } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { backgroundId, trackId } from "@nightjar/contract";
import { eq, inArray } from "drizzle-orm";
import { deleteBackground } from "../backgrounds/delete-background.ts";
import { commit } from "../changes.ts";
import type { Ctx } from "../context.ts";
import { parseFileUrl } from "../files/file-urls.ts";
import { sweepUnused } from "../files/sweep-files.ts";
import { deleteTrack } from "../library/delete-track.ts";
import { readBackgroundUses, streamsHolding } from "../plan/streams-showing.ts";
import { deleteStream } from "../streams/delete-stream.ts";
import type { Verb } from "../verb.ts";
import { partsInUse } from "./built-upon.ts";
import type { PartsInUse } from "./built-upon.ts";
import { forgetPart, isBrokenUp, partsOf } from "./sample-parts.ts";
import type { PartKind } from "./sample-parts.ts";

/** Before all others in the eyes of the sweeper. */
const LONG_AGO = new Date(0);

/**
 * Takes back all parts there are, by the verbs that people delete with; whatever was deleted by hand is passed over. Each part is forgotten
 * in the transaction that deletes it, so that this can be done again after a crash. Ends with its files, where no other stream uses them.
 */
export const removeParts = (ctx: Ctx): Promise<void> => remove(ctx, () => undefined);

/** The same where nobody was asked: what somebody has put to use is forgotten alone, and theirs from then on. */
export const removeUnusedParts = (ctx: Ctx): Promise<void> =>
  remove(ctx, (kind) =>
    commit(ctx.services, (tx) => {
      for (const id of partsInUse(tx)[kind]) forgetPart(tx, id);
    }),
  );

/** @param leave right before what is left of a kind goes: the streams first, whose tracks and background somebody's own stream keeps */
async function remove(ctx: Ctx, leave: (kind: keyof PartsInUse) => void): Promise<void> {
  const { db } = ctx.services;
  commit(ctx.services, (tx) => {
    if (isBrokenUp(tx)) tx.delete(sampleParts).run();
  });
  leave("streams");
  await removeAll(ctx, "streams", deleteStream);
  leave("tracks");
  leave("backgrounds");
  // Now that the sample's own stream is gone, what still holds a part is somebody's: its files wait for the sweeper.
  const free = db.transaction((tx) => ({ audio: freeTracks(tx), videos: freeBackgrounds(tx) }));
  await removeAll(ctx, "tracks", deleteTrack);
  await removeAll(ctx, "backgrounds", deleteBackground);
  commit(ctx.services, (tx) => age(tx, free));
  await sweepUnused(ctx.services);
}

async function removeAll(ctx: Ctx, kind: PartKind, deletePart: Verb): Promise<void> {
  for (const id of partsOf(ctx.services.db, kind)) {
    try {
      await deletePart({ ctx: { ...ctx, alongside: (tx) => forgetPart(tx, id) }, input: { id } });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "not-found") throw error;
      commit(ctx.services, (tx) => forgetPart(tx, id));
    }
  }
}

interface FilesOf {
  readonly sha256: string | null;
  readonly artworkUrl: string | null;
}

function freeTracks(tx: Tx): FilesOf[] {
  const ids = partsOf(tx, "tracks").map((id) => trackId.parse(id));
  const rows = tx.select().from(tracks).where(inArray(tracks.id, ids)).all();
  return rows
    .filter(({ id }) => streamsHolding(tx, id).length === 0)
    .map(({ audioSha256, artworkUrl }) => ({ sha256: audioSha256, artworkUrl }));
}

function freeBackgrounds(tx: Tx): FilesOf[] {
  const ids = partsOf(tx, "backgrounds").map((id) => backgroundId.parse(id));
  const rows = tx.select().from(backgrounds).where(inArray(backgrounds.id, ids)).all();
  const shown = new Set(readBackgroundUses(tx).map((use) => use.backgroundId));
  return rows
    .filter(({ id }) => !shown.has(id))
    .map(({ videoUrl, thumbnailUrl }) => ({ sha256: parseFileUrl("video", videoUrl)?.sha256 ?? null, artworkUrl: thumbnailUrl }));
}

/** Nobody is about to use them: the sweeper need not wait. It leaves what another track or background has. */
function age(tx: Tx, { audio, videos }: { readonly audio: readonly FilesOf[]; readonly videos: readonly FilesOf[] }): void {
  const createdAt = LONG_AGO;
  for (const { sha256 } of audio) if (sha256 !== null) tx.update(audioFiles).set({ createdAt }).where(eq(audioFiles.sha256, sha256)).run();
  for (const { sha256 } of videos) {
    if (sha256 !== null) tx.update(backgroundFiles).set({ createdAt }).where(eq(backgroundFiles.sha256, sha256)).run();
  }
  for (const { artworkUrl } of [...audio, ...videos]) {
    const cover = artworkUrl === null ? null : parseFileUrl("artwork", artworkUrl);
    if (cover) tx.update(artworkFiles).set({ createdAt }).where(eq(artworkFiles.sha256, cover.sha256)).run();
  }
}
