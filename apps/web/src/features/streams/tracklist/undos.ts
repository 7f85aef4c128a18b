import type { ListEntry, StreamTrack, TracklistStep } from "@nightjar/contract";
import { undoOf } from "./steps.ts";

const UNDOS_MAX = 50;

/** How something that was done is taken back. */
export interface Undo {
  readonly text: string;
  readonly step: TracklistStep;
  readonly back: readonly TracklistStep[];
  /** The order of the list that the step was made from. */
  readonly before: readonly Pick<ListEntry, "itemId">[];
  /** What it took out of that: put back, it is shown at once. */
  readonly removed: readonly StreamTrack[];
}

/** Keeps no more of the list than that: fifty whole ones, each read anew, would stay for as long as the page does. */
export function undoFrom(text: string, step: TracklistStep, list: readonly StreamTrack[]): Undo {
  const removed = new Set(step.is === "remove" ? step.itemIds : []);
  return {
    ...{ text, step, back: undoOf(step, list), before: list.map(({ itemId }) => ({ itemId })) },
    removed: list.filter(({ itemId }) => removed.has(itemId)),
  };
}

/** What one person did and can still take back, the last of it first. */
export type Undos = readonly Undo[];

export const withDone = (undos: Undos, done: Undo): Undos => [done, ...undos].slice(0, UNDOS_MAX);

/** A step took the place of one that was not sent: what becomes of it becomes of both. */
export const withReplaced = (undos: Undos, replaced: TracklistStep | null, step: TracklistStep): Undos =>
  undos.map((undo) => (undo.step === replaced ? { ...undo, step } : undo));

/** Without the tries of an addition that added nothing beside what this one did, or may have done: it is taken back once. */
export function withoutTries(undos: Undos, added: TracklistStep): Undos {
  if (added.is !== "insert") return undos;
  const names = new Set(added.entries.map(({ itemId }) => itemId));
  return undos.filter(({ step }) => step === added || step.is !== "insert" || step.entries.some(({ itemId }) => !names.has(itemId)));
}
