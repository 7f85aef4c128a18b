import type { BackgroundId, StreamId } from "@nightjar/contract";
import { streams } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { eq, isNull } from "drizzle-orm";
import type { SQL } from "drizzle-orm";

function streamIds(db: Db | Tx, where: SQL): StreamId[] {
  const rows = db.select({ id: streams.id }).from(streams).where(where).all();
  return rows.map((row) => row.id);
}

/** Streams that have chosen this background. */
export const streamsChoosing = (db: Db | Tx, id: BackgroundId) => streamIds(db, eq(streams.activeBackgroundId, id));

/** Streams that have chosen none: they show the active one. */
export const streamsWithoutChoice = (db: Db | Tx) => streamIds(db, isNull(streams.activeBackgroundId));
