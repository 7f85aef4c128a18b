import { AppError } from "@nightjar/contract";
import type { StreamId } from "@nightjar/contract";
import { streams } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { changed } from "../changes.ts";

const OTHERWISE = "The stream was made already, and not as it is asked for now: see the list of streams";

/**
 * The stream that its maker has named and made before, where only the answer was lost; null: it is still to be made.
 * @throws AppError 409 where the one of that id is not what is asked for
 */
export function madeAlready(tx: Tx, id: StreamId | undefined, isAskedFor: (made: typeof streams.$inferSelect) => boolean): StreamId | null {
  const made = id === undefined ? undefined : tx.select().from(streams).where(eq(streams.id, id)).get();
  if (!made) return null;
  if (!isAskedFor(made)) throw new AppError("conflict", OTHERWISE);
  // Whoever asks again may not have heard of it.
  changed(tx, "streams", made.id, "never");
  return made.id;
}
