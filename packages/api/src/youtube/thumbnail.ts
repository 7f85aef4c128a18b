import { AppError } from "@nightjar/contract";
import { streams, ytBroadcasts } from "@nightjar/db";
import { backOffMs } from "@nightjar/kit";
import { eq } from "drizzle-orm";
import type { Services } from "../context.ts";
import { parseFileUrl } from "../files/file-urls.ts";
import { askYouTube } from "./ask.ts";
import { consequenceOf } from "./driver.ts";
import { msToNewQuota } from "./quota.ts";
import { YouTubeError } from "./reasons.ts";
import { type Row, grantOf, readRow, wantedOf } from "./rows.ts";

const HOUR_MS = 60 * 60_000;
/** Each try costs as much as a Start: five on the first day, and two on each after it. */
const AGAIN = { firstMs: HOUR_MS, longestMs: 12 * HOUR_MS } as const;

const NOT_TAKEN = "The artwork is not the broadcast's picture at YouTube.";
/** YouTube names channels that were never verified, and accounts that may not change the broadcast, by one reason. */
const NOT_VERIFIED =
  "YouTube takes pictures of verified channels alone. Verify this one by phone at www.youtube.com/verify; the next Start sets the picture.";
/** A poll finds out whether it is gone: no other is made for the picture's sake. */
const NOT_FOUND = "YouTube does not find the broadcast. It is tried again by itself.";
const UNREADABLE = "Its file could not be read. Choose the artwork again.";

type Picture = Pick<Row, "thumbnailOf" | "thumbnailNotice" | "thumbnailTries" | "thumbnailAgainAt">;
const NONE: Picture = { thumbnailOf: null, thumbnailNotice: null, thumbnailTries: 0, thumbnailAgainAt: null };

/**
 * Gives a live broadcast its stream's artwork as its picture. Once for each artwork where YouTube takes it, or will not take it: many channels
 * may set none. What fails in passing is tried again hours later. Nothing on air waits for it.
 */
export async function setThumbnail(services: Services, id: Row["id"]): Promise<void> {
  const { clock, db } = services;
  const row = readRow(db, id);
  if (!row || row.endedAt !== null || row.ytBroadcastId === null || wantedOf(db, row) !== "live") return;
  const artwork = artworkOf(services, row);
  if (artwork === null) {
    // There is nothing to complain of any more.
    if (row.thumbnailNotice !== null) store(services, row, NONE);
    return;
  }
  const { thumbnailAgainAt: againAt, thumbnailOf, thumbnailTries } = row;
  const isSame = thumbnailOf === artwork.sha256;
  if (isSame && (againAt === null || clock.nowMs() < againAt.getTime())) return;
  const tries = isSame ? thumbnailTries : 0;
  store(services, row, { ...(await give(services, row, row.ytBroadcastId, artwork.name, tries)), thumbnailOf: artwork.sha256 });
}

async function give(services: Services, row: Row, broadcast: string, name: string, tries: number): Promise<Omit<Picture, "thumbnailOf">> {
  const { clock, db, files, log } = services;
  const path = files.path("artwork", name);
  // By the answer another day may have begun.
  const askedAtMs = clock.nowMs();
  try {
    await askYouTube(services, grantOf(db, row), "setThumbnail", (api, token) => api.setThumbnail(token, broadcast, path));
    return NONE;
  } catch (error) {
    log.warn({ err: error, streamId: row.streamId }, "the artwork is not the picture of the broadcast");
    const waitMs = waitMsAfter(error, tries, askedAtMs);
    return {
      thumbnailNotice: `${NOT_TAKEN} ${whyOf(error)}`,
      thumbnailTries: waitMs === null ? 0 : tries + 1,
      thumbnailAgainAt: waitMs === null ? null : new Date(askedAtMs + waitMs),
    };
  }
}

/** null: it is refused for good. */
function waitMsAfter(error: unknown, tries: number, askedAtMs: number): number | null {
  const consequence = error instanceof AppError ? consequenceOf(error) : "stuck";
  if (consequence === "stuck") return null;
  return consequence === "quota" ? msToNewQuota(askedAtMs) : backOffMs(AGAIN, tries);
}

function whyOf(error: unknown): string {
  if (error instanceof YouTubeError && error.reason === "forbidden") return NOT_VERIFIED;
  if (error instanceof YouTubeError && error.consequence === "gone") return NOT_FOUND;
  return error instanceof AppError ? error.message : UNREADABLE;
}

function store({ db }: Services, { id }: Row, values: Picture): void {
  db.update(ytBroadcasts).set(values).where(eq(ytBroadcasts.id, id)).run();
}

/** null: the stream has none, or one that does not lie here. */
function artworkOf({ db }: Services, { streamId }: Row) {
  if (streamId === null) return null;
  const url = db.select({ url: streams.artworkUrl }).from(streams).where(eq(streams.id, streamId)).get()?.url ?? null;
  return url === null ? null : parseFileUrl("artwork", url);
}
