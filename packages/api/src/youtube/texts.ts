import { PRIVACIES } from "@nightjar/contract";
import { ytBroadcasts } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { YtBroadcast } from "./port.ts";
import { type Row, UNNOTICED, markText, readRow, ytDescription } from "./rows.ts";

export const TEXTS = ["title", "description", "privacy"] as const;
/** What a broadcast is called, what is said of it, and who may see it. */
export type Texts = Pick<Row, (typeof TEXTS)[number]>;

const isSame = (one: Texts, other: Texts): boolean =>
  one.title === other.title && one.description === other.description && one.privacy === other.privacy;

/** As they are at YouTube, but for those that it is yet to be told. */
export function textsThere(row: Row, there: YtBroadcast): Texts {
  return row.isToBeUpdated ? textsToBe(row, there) : textsRead(row, there);
}

/** What was said, also what YouTube refused for good, and of the rest what somebody may have changed in YouTube Studio. */
export function textsToBe(row: Row, there: YtBroadcast): Texts {
  const isSaid = (name: keyof Texts) => row.saidTexts?.includes(name) ?? row.isToBeUpdated;
  const { description, privacy, title } = textsRead(row, there);
  return {
    title: isSaid("title") ? row.title : title,
    description: isSaid("description") ? row.description : description,
    privacy: isSaid("privacy") ? row.privacy : privacy,
  };
}

/** Which of what was said YouTube does not have. */
export function untoldTexts(row: Row, there: YtBroadcast): (keyof Texts)[] {
  const [said, read] = [textsToBe(row, there), textsRead(row, there)];
  return TEXTS.filter((name) => said[name] !== read[name]);
}

function textsRead({ description, mark, privacy }: Row, there: YtBroadcast): Texts {
  return {
    title: there.title,
    // As it was typed, unless it is another by now.
    description: there.description === ytDescription(description, mark) ? description : withoutMark(there.description, mark),
    privacy: PRIVACIES.find((one) => one === there.privacy) ?? privacy,
  };
}

const withoutMark = (description: string, mark: string) => description.replace(markText(mark), "").trim();

/** Somebody may have changed them in YouTube Studio: what comes after this one is made like it. @param row as it was when YouTube was asked */
export function followTexts(db: Db, row: Row, there: YtBroadcast): void {
  if (there.lifeCycle === "revoked") return;
  db.transaction((tx) => {
    const now = readRow(tx, row.id);
    // What was said here since YouTube was asked is newer than the answer.
    if (!now || !isSame(now, row) || now.isToBeUpdated !== row.isToBeUpdated) return;
    // What was said here and refused there is what comes after it is made with all the same.
    const read = textsToBe(now, there);
    // By a setting of the channel YouTube itself unlists what was live: the next one is to be found.
    const isUnlistedByItself = there.lifeCycle === "complete" && read.privacy === "unlisted" && now.privacy === "public";
    const texts = isUnlistedByItself ? { ...read, privacy: now.privacy } : read;
    if (!isSame(now, texts)) keepTexts(tx, now, texts);
    const isRefused = !now.isToBeUpdated && now.saidTexts !== null;
    if (isRefused && untoldTexts(now, there).length === 0) noteThere(tx, now);
  });
}

/** It was refused, and is there by now: somebody has said it in YouTube Studio. */
function noteThere(tx: Tx, { id, noticeBy }: Row): void {
  const values = { saidTexts: null, ...(noticeBy === "update" ? UNNOTICED : {}) };
  tx.update(ytBroadcasts).set(values).where(eq(ytBroadcasts.id, id)).run();
}

/** Whatever of the run is to take over is to be the same. */
export function keepTexts(tx: Tx, { createdAt, id, sessionId }: Row, texts: Partial<Texts>): void {
  tx.update(ytBroadcasts).set(texts).where(eq(ytBroadcasts.id, id)).run();
  if (sessionId === null) return;
  const { createdAt: madeAt, endedAt, isAsked, isToBeUpdated, sessionId: run } = ytBroadcasts;
  tx.update(ytBroadcasts)
    // What was not asked for yet is made like that.
    .set({ ...texts, isToBeUpdated: sql`${isToBeUpdated} or ${isAsked}`, saidTexts: null })
    .where(and(eq(run, sessionId), gt(madeAt, createdAt), isNull(endedAt)))
    .run();
}
