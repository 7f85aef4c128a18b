import { AppError, type StreamId } from "@nightjar/contract";
import { streams } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { eq } from "drizzle-orm";

export const noSuchStream = () => new AppError("not-found", "Stream not found");

/** @throws AppError 404 */
export function assertStream(db: Db | Tx, id: StreamId): void {
  if (!db.select({ id: streams.id }).from(streams).where(eq(streams.id, id)).get()) throw noSuchStream();
}
