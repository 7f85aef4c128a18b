import type { LiveEvent, StreamId, UserId } from "@nightjar/contract";
import type { Db, Tx } from "@nightjar/db";

/** What live events can name: whatever else is stored, nobody's screen shows. */
export type Entity = Extract<LiveEvent, { type: "changed" }>["entity"];

/**
 * How a change reaches what the streams that show it have on air. at-once: at the next turn of the event loop · soon: within a second,
 * for what comes in numbers by itself · off-air: only those off air are prepared anew · never: nothing of it airs.
 */
export type Reach = "at-once" | "soon" | "off-air" | "never";

export interface Change {
  readonly entity: Entity;
  readonly id: string;
  readonly reach: Reach;
}

export interface EndedSignIns {
  readonly userId: UserId;
  /** The one that is kept, by the key of its session. */
  readonly except: string | null;
}

/** What a transaction has said of itself; nothing of it counts before the commit. */
export interface Told {
  readonly changes: readonly Change[];
  /** Off is wanted of them. */
  readonly endedStreams: readonly StreamId[];
  readonly endedSignIns: readonly EndedSignIns[];
  /** What is done with a playlist, by its job, and is not wanted any more. */
  readonly endedJobs: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** For the audit log alone. */
interface Said {
  readonly notesBefore: Fields;
  readonly notesAfter: Fields;
  /** undefined: as it was when the transaction began. */
  readonly subjectBefore?: Fields | null;
}

interface Collected extends Told {
  said: Said;
  /** What gives back what was done beside the rows, where the transaction fails. */
  readonly undo: (() => void)[];
  readonly changes: Change[];
  readonly endedStreams: StreamId[];
  readonly endedSignIns: EndedSignIns[];
  readonly endedJobs: string[];
}

const collected = new WeakMap<Tx, Collected>();

/** Says that something stored has changed; who shows it hears of it after the commit. */
export function changed(tx: Tx, entity: Entity, id: string, reach: Reach = "at-once"): void {
  told(tx).changes.push({ entity, id, reach });
}

/** Says that a stream is not wanted on air any more. */
export function endedStream(tx: Tx, id: StreamId): void {
  told(tx).endedStreams.push(id);
}

/** Says that the stored sign-ins of an account are ended; their event streams end with them. */
export function endedSignIns(tx: Tx, userId: UserId, except: string | null): void {
  told(tx).endedSignIns.push({ userId, except });
}

/** Says that what is done with a playlist is not wanted any more. */
export function endedJob(tx: Tx, id: string): void {
  told(tx).endedJobs.push(id);
}

/** Says in the audit entry what no field that differs would tell. */
export function noted(tx: Tx, name: string, after: unknown, before?: unknown): void {
  const own = told(tx);
  const { notesAfter, notesBefore } = own.said;
  own.said = { ...own.said, notesAfter: { ...notesAfter, [name]: after }, notesBefore: { ...notesBefore, [name]: before } };
}

/** Says in the audit entry how the subject was where the transaction did not find it so; null: it was not there. */
export function wasBefore(tx: Tx, subjectBefore: Fields | null): void {
  const own = told(tx);
  own.said = { ...own.said, subjectBefore };
}

/** Says how what was just done beside the rows is taken back, should the transaction fail after all. */
export function onRollback(tx: Tx, undo: () => void): void {
  told(tx).undo.push(undo);
}

export const saidOf = (tx: Tx): Said => told(tx).said;

function told(tx: Tx): Collected {
  const own = collected.get(tx);
  if (!own) throw new Error("what changes is said within commit()");
  return own;
}

interface CommitNeeds {
  readonly db: Db;
  /** Does what follows from a commit. Never throws. */
  readonly follow: (told: Told) => void;
}

/** One transaction, and after it all that follows from what it said. */
export function commit<T>({ db, follow }: CommitNeeds, write: (tx: Tx) => T): T {
  const said = { notesBefore: {}, notesAfter: {} };
  const own: Collected = { said, undo: [], changes: [], endedStreams: [], endedSignIns: [], endedJobs: [] };
  const result = transact(db, own, write);
  follow(own);
  return result;
}

function transact<T>(db: Db, own: Collected, write: (tx: Tx) => T): T {
  try {
    return db.transaction((tx) => {
      collected.set(tx, own);
      return write(tx);
    });
  } catch (error) {
    for (const undo of own.undo) undo();
    throw error;
  }
}
