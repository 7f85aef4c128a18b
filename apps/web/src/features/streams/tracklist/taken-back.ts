import type { Known, TracklistStep } from "@nightjar/contract";

/** The server takes no more. */
const OWN_MAX = 1000;

/** At which revision the steps of one person were carried out, and which of them take another back. */
export interface TakenBack {
  /** @param known what it was sent with: a step that changed nothing is answered with what was known, which may be somebody else's */
  carriedOut(step: TracklistStep, revision: number, known: Known): void;
  /** An answer was lost: what was done before may have been changed by that very step, and is nothing to judge others by any more. */
  lost(): void;
  takesBack(step: TracklistStep, done: TracklistStep): void;
  /** It is what became of the other, also where that takes something back. */
  standsFor(step: TracklistStep, other: TracklistStep): TracklistStep;
  /** What is known by who sends it: who takes something back wants the list as they left it, whatever of others they have seen since. */
  knownFor(step: TracklistStep, known: Known): Known;
}

export function createTakenBack(): TakenBack {
  let own: readonly number[] = [];
  let revisions = new WeakMap<TracklistStep, number>();
  const dones = new WeakMap<TracklistStep, TracklistStep>();
  const takesBack = (step: TracklistStep, done: TracklistStep) => void dones.set(step, done);
  return {
    takesBack,
    carriedOut(step, revision, known) {
      revisions.set(step, revision);
      if (revision > Math.max(known.readAt, ...known.own)) own = [...own, revision].slice(-OWN_MAX);
    },
    lost() {
      revisions = new WeakMap();
    },
    standsFor(step, other) {
      const done = dones.get(other);
      if (done) takesBack(step, done);
      return step;
    },
    knownFor(step, known) {
      const done = dones.get(step);
      const readAt = done && revisions.get(done);
      return readAt === undefined ? known : { readAt, own: own.filter((revision) => revision > readAt) };
    },
  };
}
