import { AppError, type Logger } from "@nightjar/contract";
import { ytBroadcasts } from "@nightjar/db";
import { and, eq } from "drizzle-orm";
import { type Told, changed, commit } from "../changes.ts";
import { GrantError } from "../grants/grant-error.ts";
import type { SecretBox } from "../ports.ts";
import { type AskNeeds, askYouTube } from "./ask.ts";
import { FIND_APART_MS, MISSING_APART_MS, type Outcome, type Step, afterRefusal, nextStep } from "./machine.ts";
import { isToBeTested, untested, wantUntested } from "./monitor-stream.ts";
import { noteItself } from "./note-itself.ts";
import { type KeyOf, followKey, replaceKey } from "./own-key.ts";
import { findOwn } from "./own-list.ts";
import type { YouTubeApi, YtBroadcast } from "./port.ts";
import { lastMade, pausedText, renewalOf } from "./next-broadcast.ts";
import { type Consequence, STANDS, YouTubeError } from "./reasons.ts";
import { type Row, UNNOTICED, actualOf, grantOf, isGrantLeft, markText, openRowsOf, readRow, wantedOf, ytDescription } from "./rows.ts";
import { scheduled, soon } from "./scheduled.ts";
import { followTexts, givenUp, noteMade, noteTold, refusedBut, refusedWith, textsInstead, textsThere, toBeTold } from "./texts.ts";
import { endViewers } from "./viewer-readings.ts";

export interface DriverNeeds extends AskNeeds {
  readonly log: Logger;
  readonly secrets: SecretBox;
  readonly keyOf: KeyOf;
  readonly follow: (told: Told) => void;
}

/**
 * Takes one broadcast one step further: one call at most, whose answer is stored before anything else happens. Whoever dies in between goes
 * on from what is stored. Never throws but for faults of our own.
 */
export async function advance(needs: DriverNeeds, id: string): Promise<Outcome> {
  const row = readRow(needs.db, id);
  if (!row || row.endedAt !== null) return { step: "end", consequence: null };
  const step = nextStep(wantedOf(needs.db, row), actualOf(row));
  try {
    await STEPS[step](needs, row);
    if (row.notice !== null && isOvercome(row, step)) overcome(needs, row.id, row.notice);
    return { step, consequence: null };
  } catch (error) {
    return { step, consequence: takeRefusal(needs, row, step, error) };
  }
}

/** That a broadcast can be read says nothing of what could not be done with it. */
const isOvercome = ({ noticeBy }: Row, step: Step) => step !== "watch" || noticeBy === "watch";

/** What the step has told itself stands. */
function overcome({ db }: DriverNeeds, id: string, notice: string): void {
  const isAsBefore = and(eq(ytBroadcasts.id, id), eq(ytBroadcasts.notice, notice));
  db.update(ytBroadcasts).set(UNNOTICED).where(isAsBefore).run();
}

function takeRefusal(needs: DriverNeeds, row: Row, step: Step, error: unknown): Consequence {
  if (!(error instanceof AppError)) throw error;
  const consequence = consequenceOf(error);
  const now = readRow(needs.db, row.id) ?? row;
  // An insert asks for something else first.
  const { isAsked, lifeCycle, streamStatus } = afterRefusal({ ...actualOf(row), isAsked: now.isAsked }, step, consequence);
  // It is kept by then what was refused, and why.
  const isGivenUp = toBeTold(now).length < toBeTold(row).length;
  // What it was not told is not overcome by reading it again; on its way to live it takes nothing, and is told it then.
  const isToldAgain = step !== "update" || row.lifeCycle === "liveStarting";
  const isQuiet = !isGivenUp && isToldAgain && (consequence === "done" || consequence === "wait" || consequence === "look");
  const isTold = !isGivenUp && !isQuiet && !isHidden(needs, now, step, consequence);
  const isHopeless = consequence === "reconnect" && isLetInNoMore(error) && isGrantLeft(needs.db, now);
  store(needs, row, {
    ...{ isAsked, lifeCycle, streamStatus },
    ...(isTold ? whatIsTold(now, step, error.message) : {}),
    // Said in so many words: it need not be left out twice.
    ...(consequence === "keyless" ? { missingSince: null } : {}),
    ...(isHopeless ? { endedAt: new Date(needs.clock.nowMs()) } : {}),
  });
  if (!isQuiet) needs.log.warn({ err: error, streamId: row.streamId, step }, "YouTube did not do what it was asked");
  return consequence;
}

/** What YouTube was not told stands apart: in one place with all else it would be taken for overcome with that. */
function whatIsTold(now: Row, step: Step, why: string): Partial<Row> {
  if (step !== "update") return { notice: why, noticeBy: step };
  const texts = toBeTold(now);
  return texts.length > 0 ? { refusedTexts: refusedWith(now, texts, why) } : { notice: why, noticeBy: null };
}

/** One that waits is read for who looks at it, and not again by itself: only what somebody is to do is told. One that is to be gone is as it is to be where it is not there. */
function isHidden({ db }: DriverNeeds, row: Row, step: Step, consequence: Consequence): boolean {
  const wanted = wantedOf(db, row);
  return wanted === "gone" ? consequence === "gone" : wanted === "prepared" && step === "watch" && BY_ITSELF.has(consequence);
}

/** Says what becomes of it with nobody's help. */
const BY_ITSELF: ReadonlySet<Consequence> = new Set(["again", "slower", "quota", "gone"]);

/** Google has ended the leave, or there is none. A token that YouTube refuses may do at the next try; where Google does not take us, it does once the studio is set up rightly. */
const isLetInNoMore = (error: AppError) => !(error instanceof YouTubeError) && !(error instanceof GrantError && error.failure !== "lost");

export function consequenceOf(error: AppError): Consequence {
  if (error instanceof YouTubeError) return error.consequence;
  if (error instanceof GrantError) return error.failure === "unreachable" ? "again" : "reconnect";
  return "reconnect";
}

function store({ db }: DriverNeeds, { id }: Row, values: Partial<Row>): void {
  db.update(ytBroadcasts).set(values).where(eq(ytBroadcasts.id, id)).run();
}

/** What an answer tells. */
function told({ clock }: DriverNeeds, row: Row, { boundStreamId, id, lifeCycle }: YtBroadcast): Partial<Row> {
  const now = new Date(clock.nowMs());
  const liveAt = row.liveAt ?? (lifeCycle === "live" ? now : null);
  return { ytBroadcastId: id, lifeCycle, isBound: boundStreamId === row.ytStreamId, checkedAt: now, liveAt, missingSince: null };
}

/** What an answer has left out. */
export function leftOut({ clock }: Pick<DriverNeeds, "clock">, { missingSince }: Row): Partial<Row> {
  const nowMs = clock.nowMs();
  const isGone = missingSince !== null && nowMs - missingSince.getTime() >= MISSING_APART_MS;
  return isGone ? { lifeCycle: "missing", missingSince: null } : { missingSince: missingSince ?? new Date(nowMs) };
}

/** The same of a key: before another one takes its place it is looked for again. */
export const keyLeftOut = ({ clock }: Pick<DriverNeeds, "clock">) => ({
  streamStatus: "missing" as const,
  missingSince: new Date(clock.nowMs()),
});

/** Whether the key that one answer left out is not in the next one either, far enough apart; else it is looked at again later. */
async function isKeyGone(needs: DriverNeeds, row: Row, missingSince: Date): Promise<boolean> {
  const [stream] = await ask(needs, row, "streams", (api, token) => api.streams(token, [row.ytStreamId]));
  if (stream) store(needs, row, { streamStatus: stream.status, missingSince: null });
  return !stream && needs.clock.nowMs() - missingSince.getTime() >= MISSING_APART_MS;
}

function ask<T>(needs: DriverNeeds, row: Row, method: keyof YouTubeApi, call: (api: YouTubeApi, token: string) => Promise<T>): Promise<T> {
  return askYouTube(needs, grantOf(needs.db, row), method, call);
}

type Run = (needs: DriverNeeds, row: Row) => Promise<void> | void;

const STEPS: Readonly<Record<Step, Run>> = {
  async insert(needs, planned) {
    await followBefore(needs, planned);
    const row = readRow(needs.db, planned.id);
    // It may have been stopped meanwhile.
    if (!row || row.endedAt !== null || wantedOf(needs.db, row) === "gone") return;
    // Before it is sent: from now on it may be there.
    store(needs, row, { isAsked: true, checkedAt: null });
    const { mark, privacy, title } = row;
    const description = ytDescription(row.description, mark);
    const scheduledStartTime = soon(needs.clock.nowMs());
    try {
      const made = await ask(needs, row, "insertBroadcast", (api, token) =>
        api.insertBroadcast(token, { title, description, privacy, scheduledStartTime }),
      );
      noteMade(needs.db, row, told(needs, row, made));
    } catch (error) {
      if (error instanceof YouTubeError && error.ofTexts.length > 0) await makeAsBefore(needs, row, error);
      throw error;
    }
  },
  async find(needs, row) {
    const found = await findOwn(needs, grantOf(needs.db, row), {
      method: "ownBroadcasts",
      list: (api, token, page) => api.ownBroadcasts(token, page),
      mark: markText(row.mark),
    });
    if (found) noteMade(needs.db, row, told(needs, row, found));
    else store(needs, row, notFound(needs, row));
  },
  look: (needs, row) => read(needs, row),
  async update(needs, row) {
    // What is replaced is replaced whole: read first.
    const [found] = await ask(needs, row, "broadcasts", (api, token) => api.broadcasts(token, [row.ytBroadcastId ?? ""]));
    // What is live is polled besides.
    const toBeRead = row.lifeCycle === "live" ? {} : { lifeCycle: null };
    if (!found) return store(needs, row, { ...toBeRead, ...leftOut(needs, row) });
    const texts = textsThere(row, found);
    const times = scheduled(found, needs.clock.nowMs());
    const said = { title: texts.title, description: ytDescription(texts.description, row.mark) };
    const wanted = { ...found, ...times, ...said, settings: untested(found) };
    const toSee = found.privacy === texts.privacy ? undefined : texts.privacy;
    const isThere = found.title === wanted.title && found.description === wanted.description && toSee === undefined && !isToBeTested(found);
    const done = { ...texts, saidTexts: null, refusedTexts: refusedBut(row, toBeTold(row)) };
    // An update costs as much as a Start.
    if (isThere) return noteTold(needs.db, row, done);
    try {
      await ask(needs, row, "updateBroadcast", (api, token) => api.updateBroadcast(token, wanted, toSee));
    } catch (error) {
      // It airs under the title that it has rather than not at all, but to nobody who is not to see it. What it is not told on its way to live it may be told then.
      if (toSee === undefined && row.lifeCycle !== "liveStarting" && isForGood(error)) noteTold(needs.db, row, givenUp(row, found, error));
      throw error;
    }
    noteTold(needs.db, row, done);
  },
  async rekey(needs, row) {
    const { streamId, ytStreamId } = row;
    if (streamId === null || (row.missingSince !== null && !(await isKeyGone(needs, row, row.missingSince)))) return;
    const key = await needs.keyOf(streamId, grantOf(needs.db, row));
    commit(needs, (tx) => {
      replaceKey(tx, needs, streamId, ytStreamId, key);
      if (key.id !== ytStreamId) noteItself(tx, "youtube.newKey", streamId, needs.clock.nowMs());
    });
  },
  async bind(needs, row) {
    const bound = await ask(needs, row, "bindBroadcast", (api, token) => api.bindBroadcast(token, row.ytBroadcastId ?? "", row.ytStreamId));
    store(needs, row, told(needs, row, bound));
  },
  "go-live": (needs, row) => transition(needs, row, "live"),
  complete: (needs, row) => transition(needs, row, "complete"),
  async delete(needs, row) {
    await ask(needs, row, "deleteBroadcast", (api, token) => api.deleteBroadcast(token, row.ytBroadcastId ?? ""));
    store(needs, row, { lifeCycle: "missing" });
  },
  watch: (needs, row) => read(needs, row),
  renew(needs, row) {
    end(needs, row);
    const { sessionId, streamId, ytStreamId } = row;
    const renewal = sessionId === null ? null : renewalOf(needs.db, sessionId, ytStreamId);
    if (renewal && renewal.pauseMs > 0) store(needs, row, { notice: pausedText(renewal), noticeBy: "renew" });
    needs.log.warn({ streamId }, "a broadcast has ended at YouTube while its stream is on air: another one takes its place");
    if (streamId !== null) commit(needs, (tx) => noteItself(tx, "youtube.renew", streamId, needs.clock.nowMs()));
  },
  end,
};

/** Polls may be far apart, or over for the day: the next of a run is made like the one that is live is by now. */
async function followBefore(needs: DriverNeeds, { createdAt, sessionId, streamId }: Row): Promise<void> {
  if (streamId === null || sessionId === null) return;
  const isBefore = (row: Row) => row.sessionId === sessionId && row.lifeCycle === "live" && row.createdAt < createdAt;
  const before = openRowsOf(needs.db, streamId).findLast(isBefore);
  const id = before?.ytBroadcastId;
  if (!before || id === null || id === undefined) return;
  const [found] = await ask(needs, before, "broadcasts", (api, token) => api.broadcasts(token, [id]));
  if (found) followTexts(needs.db, before, found);
}

/** The next of a run airs under what the one before has rather than not at all, where YouTube takes what was said for no broadcast. */
async function makeAsBefore(needs: DriverNeeds, row: Row, refusal: YouTubeError): Promise<void> {
  const before = row.sessionId === null ? null : lastMade(needs.db, row.sessionId);
  if (!before) return;
  // It is not there, whatever becomes of the reading.
  store(needs, row, { isAsked: false });
  const instead = textsInstead(row, before, await stillThere(needs, before), refusal);
  if (instead) noteTold(needs.db, row, instead);
}

/** undefined: it is gone, or nobody lets us see it any more, which would hold up what comes after it for good. */
async function stillThere(needs: DriverNeeds, row: Row): Promise<YtBroadcast | undefined> {
  try {
    const [found] = await ask(needs, row, "broadcasts", (api, token) => api.broadcasts(token, [row.ytBroadcastId ?? ""]));
    return found;
  } catch (error) {
    if (!(error instanceof AppError) || !STANDS.has(consequenceOf(error))) throw error;
    needs.log.warn({ err: error, streamId: row.streamId }, "the broadcast before could not be read: the next is made as it was");
    return undefined;
  }
}

/** The next try would send the same, and be refused the same; while the account is barred it could not go live either. */
const isForGood = (error: unknown): error is YouTubeError =>
  error instanceof YouTubeError && !error.isOfAccount && (error.consequence === "stuck" || error.consequence === "look");

/** It was not there the first time, nor long enough after that: it can be asked for again. */
function notFound({ clock }: DriverNeeds, { checkedAt }: Row): Partial<Row> {
  const nowMs = clock.nowMs();
  const isSure = checkedAt !== null && nowMs - checkedAt.getTime() >= FIND_APART_MS;
  return isSure ? { isAsked: false, checkedAt: null } : { checkedAt: checkedAt ?? new Date(nowMs) };
}

function end(needs: DriverNeeds, row: Row): void {
  const nowMs = needs.clock.nowMs();
  store(needs, row, { endedAt: new Date(nowMs), viewers: null });
  const { streamId } = row;
  if (streamId === null || openRowsOf(needs.db, streamId).some(({ lifeCycle }) => lifeCycle === "live")) return;
  commit(needs, (tx) => {
    endViewers(tx, streamId, nowMs);
    changed(tx, "streams", streamId, "soon");
  });
}

/** Both halves: the broadcast, and where it waits for it what YouTube receives. */
async function read(needs: DriverNeeds, row: Row): Promise<void> {
  const id = row.ytBroadcastId ?? "";
  const [found] = await ask(needs, row, "broadcasts", (api, token) => api.broadcasts(token, [id]));
  store(needs, row, found ? told(needs, row, found) : leftOut(needs, row));
  if (found) followTexts(needs.db, row, found);
  // One that waits for its Start is read on by who looks at it, and changed then.
  if (found && isToBeTested(found) && wantedOf(needs.db, row) === "live") wantUntested(needs.db, row);
  if (found?.lifeCycle !== "ready" && found?.lifeCycle !== "testing") return;
  const [stream] = await ask(needs, row, "streams", (api, token) => api.streams(token, [row.ytStreamId]));
  if (!stream) return store(needs, row, keyLeftOut(needs));
  store(needs, row, { streamStatus: stream.status, health: stream.health, issues: stream.issues });
  if (row.streamId !== null) followKey(needs, row.streamId, stream);
}

async function transition(needs: DriverNeeds, row: Row, to: "live" | "complete"): Promise<void> {
  const moved = await ask(needs, row, "transitionBroadcast", (api, token) => api.transitionBroadcast(token, row.ytBroadcastId ?? "", to));
  store(needs, row, told(needs, row, moved));
}
