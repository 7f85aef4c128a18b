import { likeness, type CommandEntry, type CommandGroup } from "@nightjar/ui";
import type { ReactNode } from "react";

/** A dialog that a command opens. */
export type Opened = (close: () => void) => ReactNode;

export interface Command extends CommandEntry {
  /** Other words somebody may look for it by. */
  readonly words?: string | undefined;
  /** Of so many that it stands in the list only once something was typed. */
  readonly isMany?: boolean | undefined;
  /** @returns a dialog where it asks for something first */
  readonly run: () => Opened | void;
}

export type Commands = CommandGroup<Command>;

/** Below it letters fit only because they stand somewhere, one here and one there. */
const LEAST = 0.05;

/** As many of a group as stand in the list: more is found by typing more, and thousands would freeze the page. */
const MOST = 50;

/** Each word that was typed must fit, in whatever order: "harbour stop" finds "Stop Harbour Radio". */
function fit({ label, detail = "", words = "" }: Command, typed: readonly string[]): number {
  return typed.reduce((so, word) => {
    const best = Math.max(likeness(label, word), 0.9 * likeness(`${detail} ${words}`, word));
    return best < LEAST ? 0 : so * best;
  }, 1);
}

/** What fits what was typed, the best first, its group with it. Nothing typed: everything but what there are many of, as it was given. */
export function fitting(groups: readonly Commands[], query: string): readonly Commands[] {
  const typed = query.split(/\s+/).filter((word) => word !== "");
  if (typed.length === 0)
    return groups.map(({ title, entries }) => ({ title, entries: entries.filter(({ isMany }) => isMany !== true) })).filter(hasSome);
  const ranked = groups.map(({ title, entries }) => {
    const fits = entries
      .map((entry) => ({ entry, score: fit(entry, typed) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, MOST);
    return { title, entries: fits.map(({ entry }) => entry), best: fits[0]?.score ?? 0 };
  });
  return ranked.filter(hasSome).toSorted((one, other) => other.best - one.best);
}

const hasSome = ({ entries }: Commands): boolean => entries.length > 0;
