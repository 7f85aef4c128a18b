import type { GrantId } from "@nightjar/contract";
import { streams } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { endGrant } from "../grants/index.ts";

/** A stream goes by this grant no more; with the last one that does it ends. Said after the stream's row was written. */
export function leaveGrant(tx: Tx, id: GrantId | null, at: Date): void {
  if (id === null) return;
  const other = tx.select({ id: streams.id }).from(streams).where(eq(streams.ytGrantId, id)).get();
  if (!other) endGrant(tx, id, at);
}
