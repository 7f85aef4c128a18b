import { PICTURE_UPLOAD_MAX_BYTES } from "@nightjar/contract";
import type { Logger } from "@nightjar/contract";
import { tracks } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { backOffMs, oneAtATime, paused } from "@nightjar/kit";
import { and, asc, eq, gt, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { setImmediate as nextTurn } from "node:timers/promises";
import { changed, commit } from "../changes.ts";
import type { Told } from "../changes.ts";
import { fileUrl } from "../files/file-urls.ts";
import { artworkName, encodeArtwork, keepArtwork } from "../files/store-artwork.ts";
import type { ArtworkNeeds } from "../files/store-artwork.ts";
import type { ForeignPictures } from "../ports.ts";
import { createAwayHosts, hostOf } from "./away-hosts.ts";
import type { AwayHosts } from "./away-hosts.ts";

/** Covers of imported tracks: they are at a service, or wherever a file says, and become ours one after the other. */
export interface Covers {
  /** There may be some to fetch. */
  fetchSoon(): void;
  close(): void;
}

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
      let from: string | null = "";
      for (let tries = 0; tries < TRIES && !signal.aborted; tries++) {
        from = await pass(needs, from, signal);
        if (from === null) return;
        await paused(backOffMs(RESTS, tries), signal);
      }
      if (!signal.aborted) needs.log.warn({}, "some covers of imported tracks could not be reached; the next import or start tries again");
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

/**
 * Once through all that are still to be fetched, save those of hosts that are away.
 * @param from where the last pass gave up: else what cannot be had at the beginning would keep away all behind it
 * @returns where this one did; null: each has its answer
 */
async function pass(needs: CoversNeeds, from: string, signal: AbortSignal): Promise<string | null> {
  const away = createAwayHosts();
  let [isWhole, gaveUpAt] = [true, from];
  for (const url of roundFrom(needs.db, from, away)) {
    const isAnswered = await fetchCover(needs, url, signal);
    if (signal.aborted) return null;
    if (!isAnswered) isWhole = false;
    if (away.told(url, isAnswered)) gaveUpAt = url;
    if (away.isNetwork()) return gaveUpAt;
  }
  return isWhole ? null : gaveUpAt;
}

const toFetch = and(isNotNull(tracks.coverUrl), isNull(tracks.coverAskedAt));
/** Behind all others. */
const LAST = "\u{10FFFF}";

/** Each address once, however many tracks share it: those behind that one, then those up to it. What comes next is looked up when it is its turn. */
function* roundFrom(db: Db, from: string, away: AwayHosts): Generator<string, void> {
  for (const [start, end] of [
    [from, LAST],
    ["", from],
  ] as const) {
    let url = nextIn(db, start, end);
    while (url !== null) {
      if (!away.has(url)) yield url;
      url = nextIn(db, away.has(url) ? hostOf(url) + LAST : url, end);
    }
  }
}

const nextIn = (db: Db, after: string, upTo: string): string | null =>
  db
    .select({ coverUrl: tracks.coverUrl })
    .from(tracks)
    .where(and(toFetch, gt(tracks.coverUrl, after), lte(tracks.coverUrl, upTo)))
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
