import type { ItemId, OnAir, StreamHead } from "@nightjar/contract";
import { messageOf, silenceOf } from "../../../lib/errors.ts";
import { plural } from "../../../lib/format.ts";
import { isolated } from "../../../lib/isolated.ts";

/** What can be done with several streams at once. */
export type SeveralAct = "start" | "stop" | "skip" | "jump";

interface ActWords {
  /** Of a button and of what failed: "Start". */
  readonly name: string;
  readonly doing: string;
  readonly done: string;
}

export const ACT_WORDS: Readonly<Record<SeveralAct, ActWords>> = {
  start: { name: "Start", doing: "Starting", done: "started" },
  stop: { name: "Stop", doing: "Stopping", done: "stopped" },
  skip: { name: "Skip", doing: "Skipping in", done: "skipped a track" },
  jump: { name: "Jump", doing: "Jumping in", done: "jumped" },
};

/** Those of the chosen ones with which it can be done: what is on air is not started, what is off air is not stopped. */
export const concernedBy = <S extends Pick<StreamHead, "isLive">>(act: SeveralAct, chosen: readonly S[]): readonly S[] =>
  chosen.filter(({ isLive }) => isLive !== (act === "start"));

type Named = Pick<StreamHead, "id" | "title">;

/** What became of one of them. */
export interface Outcome {
  readonly stream: Named;
  /** Why it failed, as a sentence; null: it was carried out. */
  readonly failure: string | null;
  /** Of a skip: it came when the track was over already, and left none. */
  readonly isOver: boolean;
}

/** What a call was answered with, where it did not fail. */
export type Answer = "done" | "over";

/** Right after a skip the track that it left is heard still: another one, and that was over when the skip came. */
export const answerOf = (itemId: ItemId | undefined, { track }: Pick<OnAir, "track">): Answer =>
  itemId === undefined || track === null || track.itemId === itemId ? "done" : "over";

export const outcomeOf = (stream: Named, settled: PromiseSettledResult<Answer>): Outcome => ({
  stream,
  failure: settled.status === "fulfilled" ? null : whyOf(settled.reason),
  isOver: settled.status === "fulfilled" && settled.value === "over",
});

const UNKNOWN = "An unknown error occurred.";
const whyOf = (error: unknown): string => silenceOf(error) ?? messageOf(error, UNKNOWN);

export const failedOf = (outcomes: readonly Outcome[]): readonly Outcome[] => outcomes.filter(({ failure }) => failure !== null);

/** Of those that failed the ones with which it can still be done: what is off air is not stopped, though its answer was lost. */
export const leftOf = <S extends Pick<StreamHead, "id" | "isLive">>(act: SeveralAct, outcomes: readonly Outcome[], now: readonly S[]) => {
  const ids = new Set(failedOf(outcomes).map(({ stream }) => stream.id));
  return concernedBy(act, now).filter(({ id }) => ids.has(id));
};

export const doneOf = (outcomes: readonly Outcome[]): readonly Named[] =>
  outcomes.filter(({ failure, isOver }) => failure === null && !isOver).map(({ stream }) => stream);

/** "Over already: Harbour and Rain"; null: none was. */
export function overText(outcomes: readonly Outcome[]): string | null {
  const over = outcomes.filter(({ isOver }) => isOver).map(({ stream }) => stream);
  return over.length === 0 ? null : `Over already: ${namesOf(over)}`;
}

/** "2 of 3 streams started". */
export function summaryOf(act: SeveralAct, outcomes: readonly Outcome[]): string {
  const done = doneOf(outcomes).length;
  const streams = plural(outcomes.length, "stream");
  return `${done === outcomes.length ? streams : `${done} of ${streams}`} ${ACT_WORDS[act].done}`;
}

const NAMED_MAX = 3;

/** "Harbour, Rain and 2 more": for a notice, which is short. */
export function namesOf(streams: readonly Named[]): string {
  const named = streams.slice(0, NAMED_MAX).map(({ title }) => isolated(title));
  const more = streams.length - named.length;
  const all = more > 0 ? [...named, `${more} more`] : named;
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

/** What failed as one notice: its title, and of whom with the first reason. */
export function failureOf(act: SeveralAct, outcomes: readonly Outcome[]): readonly [title: string, text: string] {
  const failed = failedOf(outcomes);
  const title = failed.length === outcomes.length ? `${ACT_WORDS[act].name} failed` : summaryOf(act, outcomes);
  return [title, `${namesOf(failed.map(({ stream }) => stream))}: ${failed[0]?.failure ?? UNKNOWN}`];
}
