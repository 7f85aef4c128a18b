import { AppError, PLAYLIST_MAX_ENTRIES } from "@nightjar/contract";
import type { Services } from "../context.ts";
import type { SpotifyEntry, SpotifyHead } from "../ports.ts";
import type { JobHandle } from "./playlist-jobs.ts";
import { tokenSource } from "./spotify-account.ts";
import { isDeepStrictEqual } from "node:util";

/** So often where the playlist changes while it is read. */
const ANEW_MAX = 2;

export interface ReadTracks {
  readonly head: SpotifyHead;
  readonly entries: readonly SpotifyEntry[];
  readonly leftOut: number;
  /** It did so each time. */
  readonly hasChanged: boolean;
}

/** All of a playlist as it is at one time: of one that changes between two pages a track would be passed over, or be told twice. @throws AppError */
export async function readTracks(services: Services, job: JobHandle): Promise<ReadTracks> {
  let before: ReadTracks | null = null;
  for (let anew = 0; ; anew++) {
    const isLast = anew === ANEW_MAX;
    const read = await readOnce(services, job, isLast);
    // Were its snapshot another one each time, what is read twice alike has not changed.
    const isAlike = read !== null && isDeepStrictEqual(read.entries, before?.entries);
    if (isAlike) return { ...read, hasChanged: false };
    if (read !== null && (isLast || !read.hasChanged)) return read;
    before = read;
  }
}

/** @param isLast reads on though it changes @returns null: it has changed before it was read whole */
async function readOnce(services: Services, job: JobHandle, isLast: boolean): Promise<ReadTracks | null> {
  const { spotify } = services;
  const { id, signal } = job;
  const token = tokenSource(services);
  const head = await spotify.playlist(token, id, signal);
  const entries: SpotifyEntry[] = [];
  const totals: number[] = [];
  let leftOut = 0;
  for await (const { total, ...page } of spotify.pages(token, head, signal)) {
    signal.throwIfAborted();
    totals.push(total);
    if (!isLast && total !== totals[0]) return null;
    entries.push(...page.entries);
    leftOut += page.leftOut;
    job.tell({ done: entries.length + leftOut, total });
    if (entries.length + leftOut > PLAYLIST_MAX_ENTRIES)
      throw new AppError("too-large", `The playlist has more than ${PLAYLIST_MAX_ENTRIES} tracks.`);
  }
  const isOtherNow = async () => (await spotify.playlist(token, id, signal)).snapshotId !== head.snapshotId;
  // One page is of one time.
  const hasChanged = new Set(totals).size > 1 || (totals.length > 1 && (await isOtherNow()));
  return { head, entries, leftOut, hasChanged };
}
