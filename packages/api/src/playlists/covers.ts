import { PICTURE_UPLOAD_MAX_BYTES } from "@nightjar/contract";
import type { Logger } from "@nightjar/contract";
import { tracks } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { backOffMs, oneAtATime, paused } from "@nightjar/kit";
import { and, asc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { setImmediate as nextTurn } from "node:timers/promises";
import { changed, commit } from "../changes.ts";
import type { Told } from "../changes.ts";
import { fileUrl } from "../files/file-urls.ts";
import { artworkName, encodeArtwork, keepArtwork } from "../files/store-artwork.ts";
import type { ArtworkNeeds } from "../files/store-artwork.ts";
import type { ForeignPictures } from "../ports.ts";

/** Covers of imported tracks: they are at a service, or wherever a file says, and become ours one after the other. */
export interface Covers {
  /** There may be some to fetch. */
  fetchSoon(): void;
  close(): void;
}

/** So many in a row that cannot be reached: it is the network, and not the covers. */
const AWAY_AFTER = 3;
const RESTS = { firstMs: 5000, longestMs: 5 * 60_000 };
/** Together they are a quarter of an hour; then the next import or start tries again. */
const TRIES = 8;

interface CoversNeeds extends ArtworkNeeds {
  readonly db: Db;
  readonly foreignPictures: ForeignPictures;
  readonly log: Logger;
  readonly follow: (told: Told) => void;
}

export function createCovers(needs: CoversNeeds): Covers {
  const ending = new AbortController();
  const { signal } = ending;
  let isWanted = false;
  const fetchAll = async () => {
    // Not before what was imported is stored.
    await nextTurn();
    try {
      for (let tries = 0; tries < TRIES && !signal.aborted && !(await pass(needs, signal)); tries++)
        await paused(backOffMs(RESTS, tries), signal);
    } catch (error) {
      if (!signal.aborted) needs.log.error({ err: error }, "covers of imported tracks could not be kept");
    }
  };
  const queue = oneAtATime({
    next() {
      if (!isWanted || signal.aborted) return null;
      isWanted = false;
      return fetchAll;
    },
    onIdle: () => undefined,
  });
  return {
    fetchSoon() {
      isWanted = true;
      queue.kick();
    },
    close: () => ending.abort(),
  };
}

/** Once through all that are still to be fetched. @returns whether each of them has its answer */
async function pass(needs: CoversNeeds, signal: AbortSignal): Promise<boolean> {
  let [isWhole, awayInARow] = [true, 0];
  for (let url = nextAfter(needs.db, ""); url !== null; url = nextAfter(needs.db, url)) {
    const isAnswered = await fetchCover(needs, url, signal);
    if (signal.aborted) return true;
    awayInARow = isAnswered ? 0 : awayInARow + 1;
    if (!isAnswered) isWhole = false;
    if (awayInARow === AWAY_AFTER) return false;
  }
  return isWhole;
}

const toFetch = and(isNotNull(tracks.coverUrl), isNull(tracks.coverAskedAt));

/** Each address once, however many tracks share it. */
const nextAfter = (db: Db, url: string): string | null =>
  db
    .select({ coverUrl: tracks.coverUrl })
    .from(tracks)
    .where(and(toFetch, gt(tracks.coverUrl, url)))
    .orderBy(asc(tracks.coverUrl))
    .limit(1)
    .get()?.coverUrl ?? null;

/** What cannot be used, or leads into a private network, is not asked for again. @returns false: it could not be reached */
async function fetchCover(needs: CoversNeeds, url: string, signal: AbortSignal): Promise<boolean> {
  const picture = await needs.foreignPictures.fetch(url, PICTURE_UPLOAD_MAX_BYTES);
  if (picture === "unreachable") return false;
  const artwork = typeof picture === "string" ? null : await encodeArtwork(needs, picture);
  try {
    if (signal.aborted) return true;
    commit(needs, (tx) => put(tx, url, new Date(needs.clock.nowMs()), artwork && artworkName(keepArtwork(tx, needs, artwork))));
  } finally {
    if (artwork) needs.files.discard(artwork);
  }
  return true;
}

/** @param name of the cover among ours; null: there is none */
function put(tx: Tx, coverUrl: string, at: Date, name: string | null): void {
  const waiting = and(toFetch, eq(tracks.coverUrl, coverUrl));
  if (name !== null) {
    const filled = tx
      .update(tracks)
      .set({ artworkUrl: fileUrl("artwork", name), revision: sql`${tracks.revision} + 1` })
      .where(and(waiting, isNull(tracks.artworkUrl)))
      .returning({ id: tracks.id })
      .all();
    for (const { id } of filled) changed(tx, "tracks", id, "soon");
  }
  tx.update(tracks).set({ coverAskedAt: at }).where(waiting).run();
}
