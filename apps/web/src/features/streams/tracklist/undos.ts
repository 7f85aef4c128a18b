import type { StreamTrack, TracklistStep } from "@nightjar/contract";

const UNDOS_MAX = 50;

/** How something that was done is taken back. */
export interface Undo {
  readonly text: string;
  readonly step: TracklistStep;
  /** The list that the step was made from: what is put back is shown by it at once. */
  readonly before: readonly StreamTrack[];
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
