import type { StreamId } from "@nightjar/contract";
import { destinations, streams } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { and, eq, inArray } from "drizzle-orm";
import { openOrNull } from "../plan/plan-destinations.ts";
import type { SecretBox } from "../ports.ts";
import type { YtStream } from "./port.ts";

type Kind = "youtube" | "youtube-backup";
const KINDS: readonly Kind[] = ["youtube", "youtube-backup"];

const ofKind = (id: StreamId, kind: Kind) => and(eq(destinations.streamId, id), eq(destinations.kind, kind));
const rowOf = (tx: Tx, id: StreamId, kind: Kind) => tx.select().from(destinations).where(ofKind(id, kind)).get();

/** @returns false when all is the same as before: a live stream need not connect anew */
export function sendTo(
  tx: Tx,
  { secrets }: { readonly secrets: SecretBox },
  id: StreamId,
  { address, backupAddress, streamName }: Pick<YtStream, "address" | "backupAddress" | "streamName">,
): boolean {
  const row = rowOf(tx, id, "youtube");
  const isSameKey = row !== undefined && openOrNull(secrets, row) === streamName;
  const isSame = isSameKey && row.rtmpUrl === address;
  // As it was sealed, the same key tells the backup that nothing changed for it.
  if (!isSame) put(tx, id, "youtube", address, isSameKey ? row.streamKeySealed : secrets.seal(streamName));
  tx.update(streams).set({ ytBackupUrl: backupAddress }).where(eq(streams.id, id)).run();
  return followBackup(tx, id) || !isSame;
}

/**
 * Sends to the backup address what the main one is sent, where the stream wants that and YouTube has told the address. What did not change
 * stays, so that each goes on while the other is connected. @returns whether it changed
 */
export function followBackup(tx: Tx, id: StreamId): boolean {
  const held = rowOf(tx, id, "youtube-backup");
  const main = rowOf(tx, id, "youtube");
  const stream = tx.select().from(streams).where(eq(streams.id, id)).get();
  const address = stream?.ytSendsBackup ? stream.ytBackupUrl : null;
  if (address === null || main === undefined) {
    if (held) tx.delete(destinations).where(eq(destinations.id, held.id)).run();
    return held !== undefined;
  }
  if (held?.rtmpUrl === address && held.streamKeySealed === main.streamKeySealed) return false;
  put(tx, id, "youtube-backup", address, main.streamKeySealed);
  return true;
}

/** A new row, not an update: the engine tells destinations apart by id, and this is another one. */
function put(tx: Tx, id: StreamId, kind: Kind, rtmpUrl: string, streamKeySealed: string): void {
  tx.delete(destinations).where(ofKind(id, kind)).run();
  tx.insert(destinations).values({ streamId: id, kind, rtmpUrl, streamKeySealed }).run();
}

/** Nothing is sent to the stream's channel any more. */
export function leaveChannel(tx: Tx, id: StreamId): void {
  tx.delete(destinations)
    .where(and(eq(destinations.streamId, id), inArray(destinations.kind, KINDS)))
    .run();
}
