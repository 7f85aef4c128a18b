import type { StreamId } from "@nightjar/contract";
import { streams } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { noSuchStream } from "./items.ts";

/** @throws AppError 404 */
export function assertStream(db: Db | Tx, id: StreamId): void {
  if (!db.select({ id: streams.id }).from(streams).where(eq(streams.id, id)).get()) throw noSuchStream();
}
