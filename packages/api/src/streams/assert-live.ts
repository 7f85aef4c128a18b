import { AppError, type StreamId } from "@nightjar/contract";
import { streams } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { noSuchStream } from "./items.ts";
import { openSession } from "./wanted.ts";

/** @throws AppError not-found, or conflict when it is not wanted on air */
export function assertLive(db: Db, id: StreamId): void {
  if (!db.select({ id: streams.id }).from(streams).where(eq(streams.id, id)).get()) throw noSuchStream();
  if (!openSession(db, id)) throw new AppError("conflict", "The stream is not on air");
}
