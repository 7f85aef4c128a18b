import { AppError } from "@nightjar/contract";
import type { PlaylistId, PlaylistJob, UserId } from "@nightjar/contract";
import { playlistJobs, playlists } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { asc, desc, eq, inArray, notInArray, or } from "drizzle-orm";
import type { Clock } from "../ports.ts";

/** What is told of those that are over. */
const KEPT_MAX = 50;
const UNDER_WAY: readonly PlaylistJob["is"][] = ["reading", "labels"];

/** Who asked for a sync, and by which call. */
export interface Asker {
  readonly userId: UserId;
  readonly requestId: string;
}

/** What is done with a playlist, apart from reading it. */
export interface JobAim {
  /** The library is brought up to date as well. */
  readonly syncs: boolean;
  /** null: nobody, or it is no sync. */
  readonly asker: Asker | null;
}

/** One job, for who does it. */
export interface JobHandle extends JobAim {
  /** Spotify's of the playlist that is read; of one from a file its own. */
  readonly id: string;
  /** Ends with the process, or when the playlist is read anew. */
  readonly signal: AbortSignal;
  /** Stores how far it is. @param tx where more is stored with it */
  tell(state: Partial<Omit<PlaylistJob, "name" | "id" | "syncs">>, tx?: Db | Tx): void;
  now(): PlaylistJob | null;
}

/** What is done with playlists: it goes on though nobody looks, and who comes back is told how far it is. */
export interface PlaylistJobs {
  states(): PlaylistJob[];
  /**
   * Stores that a playlist is read anew. @returns begins it, once that is stored; what only looks for its labels gives way.
   * @throws AppError 409 while its tracks are being read
   */
  begin(tx: Tx, spotifyId: string, aim: JobAim): () => JobHandle;
  /** Stores that the labels of a playlist from a file are looked for. @returns begins it, once that is stored */
  beginLabels(tx: Tx, id: PlaylistId): () => JobHandle;
  /** Goes on with those that an earlier process has left under way. */
  leftOver(): JobHandle[];
  /** From now on nothing is told any more. */
  close(): void;
}

export function createPlaylistJobs({ db, clock }: { readonly db: Db; readonly clock: Clock }): PlaylistJobs {
  const running = new Map<string, AbortController>();
  const handle = (id: string, aim: JobAim): JobHandle => {
    const ending = new AbortController();
    running.set(id, ending);
    return {
      ...{ ...aim, id, signal: ending.signal },
      now: () => readJob(db, id),
      tell({ synced, ...state }, tx: Db | Tx = db) {
        if (ending.signal.aborted) return;
        const counts = synced && { tracksAdded: synced.tracksAdded, tracksUpdated: synced.tracksUpdated };
        tx.update(playlistJobs)
          .set({ ...state, ...counts })
          .where(eq(playlistJobs.id, id))
          .run();
        if (state.is !== undefined && !UNDER_WAY.includes(state.is)) running.delete(id);
      },
    };
  };
  const now = () => new Date(clock.nowMs());
  return {
    states: () => jobRows(db).orderBy(asc(playlistJobs.createdAt)).all().map(toJob),
    begin(tx, spotifyId, aim) {
      // What a process that has ended was reading goes on by itself, and is not in the way.
      const before = running.get(spotifyId);
      if (before && readJob(tx, spotifyId)?.is === "reading")
        throw new AppError("conflict", "This playlist is being read already. Please wait until that is done.");
      const by = { askedBy: aim.asker?.userId ?? null, requestId: aim.asker?.requestId ?? null };
      tx.delete(playlistJobs).where(eq(playlistJobs.id, spotifyId)).run();
      storeJob(tx, { id: spotifyId, is: "reading", syncs: aim.syncs, ...by, createdAt: now() });
      return () => {
        before?.abort();
        return handle(spotifyId, aim);
      };
    },
    beginLabels(tx, id) {
      storeJob(tx, { id, playlistId: id, is: "labels", syncs: false, createdAt: now() });
      return () => handle(id, { syncs: false, asker: null });
    },
    leftOver: () =>
      rowsUnderWay(db)
        .filter(({ id }) => !running.has(id))
        .map((row) => handle(row.id, aimOf(row))),
    close() {
      for (const ending of running.values()) ending.abort();
    },
  };
}

const jobRows = (db: Db | Tx) =>
  db
    .select({ job: playlistJobs, name: playlists.name })
    .from(playlistJobs)
    .leftJoin(playlists, or(eq(playlists.spotifyId, playlistJobs.id), eq(playlists.id, playlistJobs.playlistId)));

const rowsUnderWay = (db: Db) =>
  db
    .select()
    .from(playlistJobs)
    .where(inArray(playlistJobs.is, [...UNDER_WAY]))
    .all();

function readJob(db: Db | Tx, id: string): PlaylistJob | null {
  const row = jobRows(db).where(eq(playlistJobs.id, id)).get();
  return row ? toJob(row) : null;
}

type Row = typeof playlistJobs.$inferSelect;
const aimOf = ({ askedBy, requestId, syncs }: Row): JobAim => ({
  syncs,
  asker: askedBy === null || requestId === null ? null : { userId: askedBy, requestId },
});

function toJob({ job, name }: { readonly job: Row; readonly name: string | null }): PlaylistJob {
  const { askedBy: _by, createdAt: _begun, requestId: _call, tracksAdded, tracksUpdated, ...row } = job;
  return { ...row, name, synced: tracksAdded === null || tracksUpdated === null ? null : { tracksAdded, tracksUpdated } };
}

function storeJob(tx: Tx, job: typeof playlistJobs.$inferInsert): void {
  tx.insert(playlistJobs).values(job).run();
  forgetOld(tx);
}

function forgetOld(tx: Tx): void {
  const over = notInArray(playlistJobs.is, [...UNDER_WAY]);
  const { id, createdAt } = playlistJobs;
  const old = tx.select({ id }).from(playlistJobs).where(over).orderBy(desc(createdAt)).offset(KEPT_MAX).limit(KEPT_MAX).all();
  tx.delete(playlistJobs)
    .where(
      inArray(
        id,
        old.map((row) => row.id),
      ),
    )
    .run();
}
