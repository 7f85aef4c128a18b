/** What a recording may break; each is told with the moment and the byte where it shows. */
export const RULES = [
  "not-flv",
  "broken-tag",
  "header-missing",
  "header-changed",
  "no-picture",
  "no-sound",
  "first-not-key",
  "gop-long",
  "time-back",
  "hole",
  "crowded",
  "composition",
  "shown-twice",
  "shown-hole",
  "replay",
  "skew",
  "interleaving",
] as const;
export type CheckedRule = (typeof RULES)[number];

export type CheckedTrack = "video" | "audio";

export interface Problem {
  readonly rule: CheckedRule;
  readonly track: CheckedTrack | null;
  /** Decoding time within the recording, as its timestamps say. */
  readonly atMs: number;
  /** Where in the file the tag begins. */
  readonly byteOffset: number;
  /** One plain sentence. */
  readonly text: string;
}

export type Tell = (problem: Problem) => void;

/** Problems told in full; beyond these they are only counted, so that a recording of weeks costs no memory. */
const TOLD_MAX = 1000;

export class ProblemList {
  readonly told: Problem[] = [];
  readonly counts: Partial<Record<CheckedRule, number>> = {};

  add(problem: Problem): void {
    this.counts[problem.rule] = (this.counts[problem.rule] ?? 0) + 1;
    if (this.told.length < TOLD_MAX) this.told.push(problem);
  }

  get count(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }
}
