import type { Gesture, KeyLine } from "./keys.ts";

const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  BracketLeft: "[",
  BracketRight: "]",
};
const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

/** The keys of a line as people read them: "Ctrl + Shift + Z, Ctrl + Y". @param mod what `Mod` is called here */
export function namesOf(line: KeyLine<unknown> | Gesture, mod: string): string {
  if ("by" in line) return line.by.replaceAll("Mod", mod);
  const chords = Object.keys(line.on);
  const names = foldArrows(chords).map((chord) => nameOf(chord).replaceAll("Mod", mod));
  return [...new Set(names)].join(", ");
}

function foldArrows(chords: readonly string[]): readonly string[] {
  const prefix = chords[0]?.replace(/Arrow\w+$/, "") ?? "";
  const isAll = ARROWS.every((arrow) => chords.includes(`${prefix}${arrow}`));
  return isAll ? [`${prefix}Arrow keys`, ...chords.filter((chord) => !ARROWS.includes(chord.slice(prefix.length)))] : chords;
}

/** The sign + is a key too. */
const nameOf = (chord: string): string =>
  chord
    .split(/\+(?=.)/)
    .map((key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key))
    .join(" + ");
