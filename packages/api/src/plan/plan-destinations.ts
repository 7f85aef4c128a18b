import { DESTINATIONS_MAX, isRtmpUrl } from "@nightjar/contract";
import type { DestinationKind, PlanDestination, StreamId } from "@nightjar/contract";
import { destinations } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { asc, eq } from "drizzle-orm";
import type { SecretBox } from "../ports.ts";
import type { LeftOut } from "./plan-book.ts";

type Row = typeof destinations.$inferSelect;

export const LOST_KEY = "its stream key cannot be read, because secret.key is not the one it was stored with; enter the key again";
const BAD_ADDRESS = "its address cannot be used; enter it again";
const ONE_TOO_MANY = `a stream has at most ${DESTINATIONS_MAX} destinations`;

/** One that cannot be used, stored by an earlier version or with a key that was lost, does not keep the others off air. */
export function planDestinations(
  { db, secrets }: { readonly db: Db; readonly secrets: SecretBox },
  id: StreamId,
): { usable: PlanDestination[]; leftOut: LeftOut[] } {
  const rows = db.select().from(destinations).where(eq(destinations.streamId, id)).orderBy(asc(destinations.createdAt)).all();
  const usable: PlanDestination[] = [];
  const leftOut: LeftOut[] = [];
  for (const row of rows) {
    const streamKey = openOrNull(secrets, row);
    const reason = reasonAgainst(row, streamKey, usable.length);
    if (reason === null && streamKey !== null) usable.push({ id: row.id, kind: row.kind, url: row.rtmpUrl, streamKey });
    else leftOut.push({ id: row.id, kind: row.kind, host: hostOf(row.rtmpUrl), reason: reason ?? LOST_KEY });
  }
  return { usable: usable.map((one) => withTwin(one, usable)), leftOut };
}

const TWINS: Readonly<Partial<Record<DestinationKind, DestinationKind>>> = { youtube: "youtube-backup", "youtube-backup": "youtube" };

/** YouTube goes from one to the other of a channel's two without a step only where both carry the same timestamps. */
function withTwin(destination: PlanDestination, all: readonly PlanDestination[]): PlanDestination {
  const twinKind = TWINS[destination.kind];
  const twin = twinKind && all.find(({ kind }) => kind === twinKind);
  return twin ? { ...destination, twinId: twin.id } : destination;
}

/** null: sealed with a key that was lost. */
export function openOrNull(secrets: SecretBox, { streamKeySealed }: Pick<Row, "streamKeySealed">): string | null {
  try {
    return secrets.open(streamKeySealed);
  } catch {
    return null;
  }
}

function reasonAgainst({ kind, rtmpUrl }: Row, streamKey: string | null, taken: number): string | null {
  // The backup's has a query, which no address that is typed may have.
  if (!isRtmpUrl(kind === "youtube-backup" ? rtmpUrl.replace(/\?[^\s?#@]*$/, "") : rtmpUrl)) return BAD_ADDRESS;
  if (streamKey === null) return LOST_KEY;
  return taken < DESTINATIONS_MAX ? null : ONE_TOO_MANY;
}

/** Also of what is no URL. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url.replace(/^[a-z]+:\/\//i, "").replace(/\/.*$/, "");
}
