import bidiFactory from "bidi-js";
import type { FontPicker } from "./font-picker.ts";
import type { Font } from "./harfbuzz.ts";
import { graphemeEnds, scriptOf } from "./unicode.ts";

const bidi = bidiFactory();

export type Direction = "ltr" | "rtl";

/** A stretch of text with one direction, one font and one script: what is shaped in one go. */
export interface Run {
  readonly start: number;
  readonly end: number;
  /** Bidi embedding level; odd is right to left. */
  readonly level: number;
  readonly font: Font;
  readonly script: string;
}

/** The direction of the whole line: that of its first strong character. */
export function baseDirection(text: string): Direction {
  const level = bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0;
  return level % 2 === 1 ? "rtl" : "ltr";
}

/**
 * Cuts a line into runs, in visual order from left to right. Each grapheme takes the font that is picked for it, else one
 * whose box shows that something is missing.
 */
export function visualRuns(text: string, direction: Direction, fonts: FontPicker): Run[] {
  const { levels } = bidi.getEmbeddingLevels(text, direction);
  const runs: Run[] = [];
  let start = 0;
  for (const end of graphemeEnds(text)) {
    const grapheme = text.slice(start, end);
    const font = fonts.pick(grapheme) ?? fonts.boxes;
    appendGrapheme(runs, { start, end, level: levels[start] ?? 0, font, script: scriptOf(grapheme) ?? "" });
    start = end;
  }
  return reorder(runs.map((run) => (run.script === "" ? { ...run, script: "Zyyy" } : run)));
}

/** Joins a grapheme to the run before it where that agrees; one of no script of its own takes its neighbour's. */
function appendGrapheme(runs: Run[], next: Run): void {
  const last = runs.at(-1);
  const agrees =
    last !== undefined &&
    last.level === next.level &&
    last.font === next.font &&
    (last.script === next.script || last.script === "" || next.script === "");
  if (agrees) runs[runs.length - 1] = { ...last, end: next.end, script: last.script === "" ? next.script : last.script };
  else runs.push(next);
}

/** Rule L2 of the bidirectional algorithm: from the highest level down to 1, reverse every stretch at that level or above. */
function reorder(logical: readonly Run[]): Run[] {
  const visual = [...logical];
  const highest = Math.max(0, ...visual.map((run) => run.level));
  for (let level = highest; level >= 1; level--) {
    let start = 0;
    while (start < visual.length) {
      let end = start;
      while ((visual[end]?.level ?? -1) >= level) end++;
      visual.splice(start, end - start, ...visual.slice(start, end).reverse());
      start = end + 1;
    }
  }
  return visual;
}
