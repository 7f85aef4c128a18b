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

/** One reading of a playlist, for who does it. */
export interface JobHandle extends JobAim {
  /** Of a playlist from a file, which has none, its own. */
  readonly spotifyId: string;
  /** Ends with the process, or when the playlist is read anew. */
  readonly signal: AbortSignal;
  /** Stores how far it is. @param tx where more is stored with it */
  tell(state: Partial<Omit<PlaylistJob, "name" | "spotifyId" | "syncs">>, tx?: Db | Tx): void;
  now(): PlaylistJob | null;
}

/** Readings of playlists: they go on though nobody looks, and who comes back is told how far they are. */
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
  const handle = (spotifyId: string, aim: JobAim): JobHandle => {
    const ending = new AbortController();
    running.set(spotifyId, ending);
    return {
      ...{ ...aim, spotifyId, signal: ending.signal },
      now: () => readJob(db, spotifyId),
      tell({ synced, ...state }, tx: Db | Tx = db) {
        if (ending.signal.aborted) return;
        const counts = synced && { tracksAdded: synced.tracksAdded, tracksUpdated: synced.tracksUpdated };
        tx.update(playlistJobs)
          .set({ ...state, ...counts })
          .where(eq(playlistJobs.spotifyId, spotifyId))
          .run();
        if (state.is !== undefined && !UNDER_WAY.includes(state.is)) running.delete(spotifyId);
      },
    };
  };
  return {
    states: () => jobRows(db).orderBy(asc(playlistJobs.createdAt)).all().map(toJob),
    begin(tx, spotifyId, aim) {
      // What a process that has ended was reading goes on by itself, and is not in the way.
      const before = running.get(spotifyId);
      if (before && readJob(tx, spotifyId)?.is === "reading")
        throw new AppError("conflict", "This playlist is being read already. Please wait until that is done.");
      const by = { askedBy: aim.asker?.userId ?? null, requestId: aim.asker?.requestId ?? null };
      const values = { spotifyId, is: "reading", syncs: aim.syncs, ...by, createdAt: new Date(clock.nowMs()) } as const;
      tx.delete(playlistJobs).where(eq(playlistJobs.spotifyId, spotifyId)).run();
      tx.insert(playlistJobs).values(values).run();
      forgetOld(tx);
      return () => {
        before?.abort();
        return handle(spotifyId, aim);
      };
    },
    beginLabels(tx, id) {
      const values = { spotifyId: id, playlistId: id, is: "labels", syncs: false, createdAt: new Date(clock.nowMs()) } as const;
      tx.insert(playlistJobs).values(values).run();
      forgetOld(tx);
      return () => handle(id, { syncs: false, asker: null });
    },
    leftOver: () =>
      db
        .select()
        .from(playlistJobs)
        .where(inArray(playlistJobs.is, [...UNDER_WAY]))
        .all()
        .filter(({ spotifyId }) => !running.has(spotifyId))
        .map((row) => handle(row.spotifyId, aimOf(row))),
    close() {
      for (const ending of running.values()) ending.abort();
    },
  };
}

const jobRows = (db: Db | Tx) =>
  db
    .select({ job: playlistJobs, name: playlists.name })
    .from(playlistJobs)
    .leftJoin(playlists, or(eq(playlists.spotifyId, playlistJobs.spotifyId), eq(playlists.id, playlistJobs.playlistId)));

function readJob(db: Db | Tx, spotifyId: string): PlaylistJob | null {
  const row = jobRows(db).where(eq(playlistJobs.spotifyId, spotifyId)).get();
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

function forgetOld(tx: Tx): void {
  const over = notInArray(playlistJobs.is, [...UNDER_WAY]);
  const { spotifyId, createdAt } = playlistJobs;
  const old = tx.select({ spotifyId }).from(playlistJobs).where(over).orderBy(desc(createdAt)).offset(KEPT_MAX).limit(KEPT_MAX).all();
  tx.delete(playlistJobs)
    .where(
      inArray(
        spotifyId,
        old.map((row) => row.spotifyId),
      ),
    )
    .run();
}
