import { AppError } from "@nightjar/contract";
import type { PlaylistId, PlaylistJob, SyncResult, UserId } from "@nightjar/contract";
import { playlistJobs, playlists } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { asc, desc, eq, inArray, notInArray, or } from "drizzle-orm";
import { endedJob } from "../changes.ts";
import type { Clock } from "../ports.ts";

/** What is told of those that are over. */
const KEPT_MAX = 50;
const UNDER_WAY: readonly PlaylistJob["is"][] = ["reading", "labels"];
const isUnderWay = (job: Pick<PlaylistJob, "is"> | null) => job !== null && UNDER_WAY.includes(job.is);

const READING_CANCELLED = "The reading was cancelled. Nothing of it was kept.";
const LABELS_CANCELLED = "The look-up of record labels was cancelled.";
const NOTHING_LEFT = "There is nothing left to cancel: it is done, or was cancelled already.";
const BEING_KEPT = "Its tracks are all read, and are being brought into the library. That can be cancelled no more, and is done soon.";
const READ_ANEW = "This playlist is being read anew.";

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

/** What a job has stored of a playlist. */
export interface Kept {
  readonly playlistId: PlaylistId;
  /** What bringing the library up to date has done by now; null: nothing yet. */
  readonly synced: SyncResult | null;
}

/** One job, for who does it. */
export interface JobHandle extends JobAim {
  /** Spotify's of the playlist that is read; of one from a file its own. */
  readonly id: string;
  /** Ends with the process, when it is cancelled, or when the playlist is read anew. */
  readonly signal: AbortSignal;
  /** Stores how far it is. @param tx where more is stored with it */
  tell(state: Partial<Omit<PlaylistJob, "name" | "id" | "syncs">>, tx?: Db | Tx): void;
  now(): PlaylistJob | null;
  /** null: it has not read all yet. Once it has, it is cancelled no more, and what is told of it is told when it is brought in. */
  kept(): Kept | null;
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
  /**
   * Stores that it is cancelled, and ends it with the commit: of a reading nothing is kept, of labels what was found.
   * @returns how it is told then @throws AppError 409 where it is over, or can be cancelled no more
   */
  cancel(tx: Tx, id: string): PlaylistJob;
  /** The same for a playlist that goes, where anything is done with it. @throws AppError 409 where that can be cancelled no more */
  endWith(tx: Tx, id: string): void;
  /** That it was cancelled is stored: it is done no more. */
  ended(id: string): void;
  /** Goes on with those that an earlier process has left under way. */
  leftOver(): JobHandle[];
  /** From now on nothing is told any more. */
  close(): void;
}

/** Those that are done by this process, each with its end. */
type AllRunning = Map<string, AbortController>;

export function createPlaylistJobs({ db, clock }: { readonly db: Db; readonly clock: Clock }): PlaylistJobs {
  const running: AllRunning = new Map();
  const handle = (id: string, aim: JobAim) => handleOf({ db, running }, id, aim);
  const now = () => new Date(clock.nowMs());
  return {
    states: () => jobRows(db).orderBy(asc(playlistJobs.createdAt)).all().map(toJob),
    begin(tx, spotifyId, aim) {
      // What a process that has ended was reading goes on by itself, and is not in the way.
      if (running.has(spotifyId) && readJob(tx, spotifyId)?.is === "reading")
        throw new AppError("conflict", "This playlist is being read already. Please wait until that is done.");
      const by = { askedBy: aim.asker?.userId ?? null, requestId: aim.asker?.requestId ?? null };
      // What looks for its labels tells nothing more: that would be told of this reading.
      if (running.has(spotifyId)) endedJob(tx, spotifyId);
      tx.delete(playlistJobs).where(eq(playlistJobs.id, spotifyId)).run();
      storeJob(tx, { id: spotifyId, is: "reading", syncs: aim.syncs, ...by, createdAt: now() });
      return () => handle(spotifyId, aim);
    },
    beginLabels(tx, id) {
      storeJob(tx, { id, playlistId: id, is: "labels", syncs: false, createdAt: now() });
      return () => handle(id, { syncs: false, asker: null });
    },
    cancel,
    endWith(tx, id) {
      if (isUnderWay(readJob(tx, id))) cancel(tx, id);
    },
    ended: (id) => end(running, id, READING_CANCELLED),
    leftOver: () =>
      rowsUnderWay(db)
        .filter(({ id }) => !running.has(id))
        .map((row) => handle(row.id, aimOf(row))),
    close() {
      for (const ending of running.values()) ending.abort();
    },
  };
}

function cancel(tx: Tx, id: string): PlaylistJob {
  const job = readJob(tx, id);
  if (job === null || !isUnderWay(job)) throw new AppError("conflict", NOTHING_LEFT);
  if (job.is === "reading" && keptBy(tx, id) !== null) throw new AppError("conflict", BEING_KEPT);
  const cancelled = { is: "cancelled", sentence: cancelledText(job) } as const;
  tx.update(playlistJobs).set(cancelled).where(eq(playlistJobs.id, id)).run();
  endedJob(tx, id);
  return { ...job, ...cancelled };
}

interface HandleNeeds {
  readonly db: Db;
  readonly running: AllRunning;
}

/** From now on it is done here; what only looked for labels gives way. */
function handleOf({ db, running }: HandleNeeds, id: string, aim: JobAim): JobHandle {
  const own = new AbortController();
  const { signal } = own;
  end(running, id, READ_ANEW);
  if (isUnderWay(readJob(db, id))) running.set(id, own);
  // It was cancelled while the disk took that it is under way.
  else own.abort(new AppError("conflict", READING_CANCELLED));
  return {
    ...{ ...aim, id, signal },
    now: () => readJob(db, id),
    kept: () => keptBy(db, id),
    tell({ synced, ...state }, tx: Db | Tx = db) {
      if (signal.aborted) return;
      const counts = synced && { tracksAdded: synced.tracksAdded, tracksUpdated: synced.tracksUpdated };
      tx.update(playlistJobs)
        .set({ ...state, ...counts })
        .where(eq(playlistJobs.id, id))
        .run();
      if (state.is !== undefined && !UNDER_WAY.includes(state.is)) running.delete(id);
    },
  };
}

/** @param why for who waits for it */
function end(running: AllRunning, id: string, why: string): void {
  running.get(id)?.abort(new AppError("conflict", why));
  running.delete(id);
}

/** Only Spotify's can be read again. */
export const laterText = ({ id }: Pick<PlaylistJob, "id">, playlistId: PlaylistId | null, how = "") =>
  id === playlistId ? "Import its file again later." : `Analyze the playlist again later${how}.`;
export const GOES_ON = ": it goes on where it was";

/** What was told before, of what was left out, stays. */
function cancelledText(job: PlaylistJob): string {
  if (job.is === "reading") return READING_CANCELLED;
  return [...(job.sentence === null ? [] : [job.sentence]), LABELS_CANCELLED, laterText(job, job.playlistId, GOES_ON)].join(" ");
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

function keptBy(db: Db | Tx, id: string): Kept | null {
  const row = db.select().from(playlistJobs).where(eq(playlistJobs.id, id)).get();
  return row && row.playlistId !== null ? { playlistId: row.playlistId, synced: syncedOf(row) } : null;
}

type Row = typeof playlistJobs.$inferSelect;
const aimOf = ({ askedBy, requestId, syncs }: Row): JobAim => ({
  syncs,
  asker: askedBy === null || requestId === null ? null : { userId: askedBy, requestId },
});

const syncedOf = ({ tracksAdded, tracksUpdated }: Row): SyncResult | null =>
  tracksAdded === null || tracksUpdated === null ? null : { tracksAdded, tracksUpdated };

function toJob({ job, name }: { readonly job: Row; readonly name: string | null }): PlaylistJob {
  const { askedBy: _by, createdAt: _begun, requestId: _call, tracksAdded: _added, tracksUpdated: _updated, ...row } = job;
  return { ...row, name, ...(job.is === "reading" ? { playlistId: null, synced: null } : { synced: syncedOf(job) }) };
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
