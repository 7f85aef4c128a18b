import type { PlaylistCandidate, TrackId } from "@nightjar/contract";
import { tracks } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { asc, eq, gt } from "drizzle-orm";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createMatcher, keysOf } from "./match.ts";
import type { Keys, Match, Sought } from "./match.ts";

/** So many, of the playlist and of the library, are made ready to be compared before somebody else has a turn. */
const PAGE = 100;
/** So often is one held against another before that: of one title there may be thousands on both sides. */
const COMPARED_MAX = 10_000;

/** Lets the whole library go past, in pages, so that a large one holds up nobody and takes no memory. */
export async function findInLibrary(db: Db, sought: readonly Sought[]): Promise<Match[]> {
  const matcher = createMatcher(sought, await keysInTurns(sought));
  const { id, title, artist, durationMs, isrcKey } = tracks;
  let after = "";
  let compared = 0;
  for (;;) {
    const page = db
      .select({ id, title, artist, durationMs, isrcKey })
      .from(tracks)
      .where(gt(id, after as TrackId))
      .orderBy(asc(id))
      .limit(PAGE)
      .all();
    for (const track of page) {
      compared += matcher.offer(track);
      if (compared < COMPARED_MAX) continue;
      compared = 0;
      await nextTurn();
    }
    const last = page.at(-1);
    if (page.length < PAGE || !last) return matcher.matches();
    after = last.id;
    await nextTurn();
  }
}

async function keysInTurns(sought: readonly Sought[]): Promise<readonly Keys[]> {
  const keys: Keys[] = [];
  while (keys.length < sought.length) {
    if (keys.length > 0) await nextTurn();
    keys.push(...sought.slice(keys.length, keys.length + PAGE).map(keysOf));
  }
  return keys;
}

export interface Found {
  readonly trackId: TrackId | null;
  readonly why: string | null;
  readonly candidates: readonly PlaylistCandidate[];
  readonly decided: boolean;
}

/** What the columns of an entry hold of it. */
export function foundColumns(match: Match | undefined): Found {
  if (match?.is === "existing") return { trackId: match.trackId, why: match.why, candidates: [], decided: false };
  return { trackId: null, why: null, candidates: match?.is === "doubtful" ? match.candidates : [], decided: false };
}

/** The reasons to ask somebody whether what is looked for is that track; none: it is, as far as is told. */
export function doubtsOf(tx: Tx, sought: Sought, trackId: TrackId): readonly PlaylistCandidate[] {
  const { id, title, artist, durationMs, isrcKey } = tracks;
  const track = tx.select({ id, title, artist, durationMs, isrcKey }).from(tracks).where(eq(id, trackId)).get();
  const matcher = createMatcher([sought]);
  if (track) matcher.offer(track);
  return foundColumns(matcher.matches()[0]).candidates;
}

type Kept = Pick<Found, "decided" | "trackId" | "why">;

/** Its track has been deleted: what was found, or said, of it is over. */
export const isLeftByTrack = ({ trackId, why }: Kept) => trackId === null && why !== null;

/** Somebody has said that it is none of the library's. */
export const isSaidToBeNone = (entry: Kept) => entry.decided && entry.trackId === null && !isLeftByTrack(entry);

export const BY_SERVICE = "the same track at Spotify";

/** That track was made of it, or found by Spotify's id when it was imported, which the matcher does not know. */
export const isImported = ({ trackId, why }: Kept) => trackId !== null && (why === null || why === BY_SERVICE);

/** What has been imported stays that track whatever that is called by now, save where the library surely has another that it is. */
export function importedColumns({ trackId, why }: Pick<Kept, "trackId" | "why">, match: Match | undefined): Found {
  const isAnother = match?.is === "existing" && match.trackId !== trackId;
  return isAnother ? foundColumns(match) : { trackId, why, candidates: [], decided: false };
}

/** The same where somebody has said which track it is; null: none. */
export function decidedColumns(trackId: TrackId | null): Found {
  return { trackId, why: trackId === null ? null : "somebody's word", candidates: [], decided: true };
}
