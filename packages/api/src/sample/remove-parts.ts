import { AppError } from "@nightjar/contract";
import { backgrounds, sampleParts, tracks } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { backgroundId, trackId } from "@nightjar/contract";
import { inArray } from "drizzle-orm";
import { deleteBackground } from "../backgrounds/delete-background.ts";
import { commit } from "../changes.ts";
import type { Ctx } from "../context.ts";
import { ageFiles } from "../files/release-files.ts";
import type { NamedFiles } from "../files/release-files.ts";
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
  const free = db.transaction((tx) => [...freeTracks(tx), ...freeBackgrounds(tx)]);
  await removeAll(ctx, "tracks", deleteTrack);
  await removeAll(ctx, "backgrounds", deleteBackground);
  // Nobody is about to use them: the sweeper need not wait. It leaves what another track or background has.
  commit(ctx.services, (tx) => {
    for (const named of free) ageFiles(tx, named, LONG_AGO);
  });
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

function freeTracks(tx: Tx): NamedFiles[] {
  const ids = partsOf(tx, "tracks").map((id) => trackId.parse(id));
  const rows = tx.select().from(tracks).where(inArray(tracks.id, ids)).all();
  return rows.filter(({ id }) => streamsHolding(tx, id).length === 0);
}

function freeBackgrounds(tx: Tx): NamedFiles[] {
  const ids = partsOf(tx, "backgrounds").map((id) => backgroundId.parse(id));
  const rows = tx.select().from(backgrounds).where(inArray(backgrounds.id, ids)).all();
  const shown = new Set(readBackgroundUses(tx).map((use) => use.backgroundId));
  return rows.filter(({ id }) => !shown.has(id)).map(({ videoUrl, thumbnailUrl }) => ({ videoUrl, artworkUrl: thumbnailUrl }));
}
