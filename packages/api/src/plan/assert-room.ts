import { AppError, DESTINATIONS_MAX, type StreamId } from "@nightjar/contract";
import { destinations } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { count, eq } from "drizzle-orm";

/** Before a destination is added, in whatever way: the engine takes no session with more. @param added 0: it has been by now @throws AppError 400 */
export function assertRoom(tx: Tx, id: StreamId, added: 0 | 1 = 1): void {
  const held = tx.select({ total: count() }).from(destinations).where(eq(destinations.streamId, id)).get()?.total ?? 0;
  if (held + added <= DESTINATIONS_MAX) return;
  throw new AppError("invalid-input", `A stream has at most ${DESTINATIONS_MAX} destinations.`);
}
