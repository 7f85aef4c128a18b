import { PRIVACIES } from "@nightjar/contract";
import { ytBroadcasts } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { and, eq, gt, isNull } from "drizzle-orm";
import type { YtBroadcast } from "./port.ts";
import type { YouTubeError } from "./reasons.ts";
import { type Row, markText, readRow, ytDescription, ytTitle } from "./rows.ts";

const TEXTS = ["title", "description", "privacy"] as const;
type TextName = (typeof TEXTS)[number];
/** What a broadcast is called, what is said of it, and who may see it. */
export type Texts = Pick<Row, TextName>;

const isSame = (one: Texts, other: Texts): boolean => TEXTS.every((name) => one[name] === other[name]);

/** Which of them YouTube is yet to be told. */
export const toBeTold = ({ isToBeUpdated, saidTexts }: Row): readonly TextName[] => (isToBeUpdated ? (saidTexts ?? TEXTS) : []);

/** As they are at YouTube, also where somebody has changed them in YouTube Studio, but for those that it is yet to be told. */
export function textsThere(row: Row, there: YtBroadcast): Texts {
  const told = toBeTold(row);
  const { description, privacy, title } = textsRead(row, there);
  return {
    title: told.includes("title") ? row.title : title,
    description: told.includes("description") ? row.description : description,
    privacy: told.includes("privacy") ? row.privacy : privacy,
  };
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

/** As they were said, also what YouTube refused: what comes after this one is made like that. */
export function textsSaid({ description, privacy, refusedTexts, title }: Row): Texts {
  const refused = (name: TextName) => refusedTexts?.find((one) => one.name === name)?.said;
  return { title: refused("title") ?? title, description: refused("description") ?? description, privacy };
}

/** What YouTube refused, but for what it has by now, or what is said anew. */
export function refusedBut({ refusedTexts }: Row, names: readonly TextName[]): Row["refusedTexts"] {
  const left = refusedTexts?.filter(({ name }) => !names.includes(name)) ?? [];
  return left.length === 0 ? null : left;
}

/** The same once it was asked to take all that it is to be told, and refused these. */
export function refusedWith(row: Row, names: readonly TextName[], why: string, isSupposed = false): Row["refusedTexts"] {
  const refused = names.map((name) => ({ name, said: row[name], why, ...(isSupposed && { isSupposed }) }));
  return [...(refusedBut(row, [...toBeTold(row), ...names]) ?? []), ...refused];
}

/** What was said while YouTube was asked is yet to be told. @param values the texts as YouTube has them now, and what it refused */
export function noteTold(db: Db, { description, id, privacy, saidTexts, title }: Row, values: Partial<Row>): void {
  const { description: said, id: row, privacy: toSee, saidTexts: names, title: name } = ytBroadcasts;
  // Also what was the same here, but had not been said.
  const areNames = saidTexts === null ? isNull(names) : eq(names, saidTexts);
  const isAsSent = and(eq(row, id), eq(name, title), eq(said, description), eq(toSee, privacy), areNames);
  db.update(ytBroadcasts)
    .set({ isToBeUpdated: false, ...values })
    .where(isAsSent)
    .run();
}

/** What it is told no more that YouTube refused for good. Where the reason names one text, the others are yet to be told. */
export function givenUp(row: Row, there: YtBroadcast, { message, ofTexts }: YouTubeError): Partial<Row> {
  const [said, read] = [textsThere(row, there), textsRead(row, there)];
  const untold = TEXTS.filter((name) => said[name] !== read[name]);
  const named = untold.filter((name) => ofTexts.some((one) => one === name));
  const refused = named.length > 0 ? named : untold;
  const saidTexts = untold.filter((name) => !refused.includes(name));
  const refusedTexts = refusedWith(row, refused, message);
  return { ...textsThere({ ...row, saidTexts }, there), ...toTell(saidTexts), refusedTexts };
}

const toTell = (names: readonly TextName[]) => ({ isToBeUpdated: names.length > 0, saidTexts: names.length > 0 ? names : null });

/** What one is made with that YouTube refused to make; null: the one before has no others. @param there that one; undefined: it is there no more */
export function textsInstead(
  row: Row,
  before: Row,
  there: YtBroadcast | undefined,
  { message, ofTexts }: YouTubeError,
): Partial<Row> | null {
  const had = there ? textsRead(before, there) : before;
  const refused = ofTexts.filter((name) => had[name] !== row[name]);
  if (refused.length === 0) return null;
  const title = refused.includes("title") ? had.title : row.title;
  const description = refused.includes("description") ? had.description : row.description;
  const isSupposed = ofTexts.length > 1;
  return { title, description, saidTexts: null, refusedTexts: refusedWith(row, refused, message, isSupposed) };
}

/** It is there. What it was made without, though YouTube named no text, is said of it anew. @param values what YouTube told of it */
export function noteMade(db: Db, { id }: Row, values: Partial<Row>): void {
  db.transaction((tx) => {
    tx.update(ytBroadcasts).set(values).where(eq(ytBroadcasts.id, id)).run();
    const row = readRow(tx, id);
    if (!row) return;
    const supposed = (text: TextName) => row.refusedTexts?.find(({ isSupposed, name }) => isSupposed && name === text)?.said;
    say(tx, row, { title: supposed("title"), description: supposed("description") });
  });
}

/** Somebody may have changed them in YouTube Studio: what comes after this one is made like it. @param row as it was when YouTube was asked */
export function followTexts(db: Db, row: Row, there: YtBroadcast): void {
  if (there.lifeCycle === "revoked") return;
  db.transaction((tx) => {
    const now = readRow(tx, row.id);
    // What was said here since YouTube was asked is newer than the answer.
    if (!now || !isSame(now, row) || now.isToBeUpdated !== row.isToBeUpdated) return;
    const { description, privacy, title } = textsThere(now, there);
    // By a setting of the channel YouTube itself unlists what was live: the next one is to be found.
    const isUnlistedByItself = there.lifeCycle === "complete" && privacy === "unlisted" && now.privacy === "public";
    keepTexts(tx, now, {
      ...(title !== now.title && { title }),
      ...(description !== now.description && { description }),
      ...(privacy !== now.privacy && !isUnlistedByItself && { privacy }),
    });
  });
}

/** What YouTube has by now is kept, and whatever of the run is to take over is to be the same. @param row as it is now */
export function keepTexts(tx: Tx, row: Row, texts: Partial<Texts>): void {
  const names = TEXTS.filter((name) => name in texts);
  if (names.length === 0) return;
  tx.update(ytBroadcasts)
    .set({ ...texts, refusedTexts: refusedBut(row, names) })
    .where(eq(ytBroadcasts.id, row.id))
    .run();
  if (row.sessionId === null) return;
  const { createdAt, endedAt, sessionId } = ytBroadcasts;
  const isNext = and(eq(sessionId, row.sessionId), gt(createdAt, row.createdAt), isNull(endedAt));
  for (const next of tx.select().from(ytBroadcasts).where(isNext).all()) say(tx, next, texts);
}

/** What is said of a broadcast; what it leaves out stays as YouTube has it. null: it has no description. */
export interface Said {
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
  readonly privacy?: Row["privacy"] | undefined;
}

export function say(tx: Tx, row: Row, { description, privacy, title }: Said): void {
  const said = {
    ...(title !== undefined && { title: ytTitle(title) }),
    ...(description !== undefined && { description: description ?? "" }),
    ...(privacy !== undefined && { privacy }),
  };
  const names = TEXTS.filter((name) => name in said);
  if (names.length === 0) return;
  const isToBeUpdated = row.isToBeUpdated || row.isAsked;
  tx.update(ytBroadcasts)
    // What was not asked for yet is made like that.
    .set({ ...said, isToBeUpdated, saidTexts: isToBeUpdated ? withSaid(row, names) : null, refusedTexts: refusedBut(row, names) })
    .where(eq(ytBroadcasts.id, row.id))
    .run();
}

/** Something was said already that YouTube has not been told: a moment ago, or by a Start that was stopped before that. */
function withSaid({ isToBeUpdated, saidTexts }: Row, names: readonly TextName[]): Row["saidTexts"] {
  if (!isToBeUpdated) return names;
  return saidTexts && [...new Set([...saidTexts, ...names])];
}
