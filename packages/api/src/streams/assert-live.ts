import { AppError, type StreamId } from "@nightjar/contract";
import type { Db } from "@nightjar/db";
import { assertStream } from "../plan/assert-stream.ts";
import { openSession } from "../plan/wanted.ts";

/** @throws AppError not-found, or conflict when it is not wanted on air */
export function assertLive(db: Db, id: StreamId): void {
  assertStream(db, id);
  if (!openSession(db, id)) throw new AppError("conflict", "The stream is not on air");
}
