import type { ElementId, TemplateChange } from "@nightjar/contract";
import { apply, diff, withoutEmptyPlates } from "./diff.ts";
import { type DesignDocument, elementOf, idsOf } from "./document.ts";
import { inOrder } from "./merge.ts";
import { mergePlates } from "./merge-plates.ts";

/** One step: what it changed and how to take that back, not what the document was. */
export interface Step {
  readonly label: string;
  readonly undo: readonly TemplateChange[];
  readonly redo: readonly TemplateChange[];
  readonly selectedBefore: readonly ElementId[];
  readonly selectedAfter: readonly ElementId[];
}

/** Newest last. Never changed in place, so that a failed save can go back to how it was. */
export interface History {
  readonly undo: readonly Step[];
  readonly redo: readonly Step[];
}

export const NO_HISTORY: History = { undo: [], redo: [] };
const MAX_STEPS = 500;

export interface Mark {
  readonly document: DesignDocument;
  readonly selection: readonly ElementId[];
}

/** The step from one mark to another; null: nothing changed. */
export function stepBetween(label: string, before: Mark, after: Mark): Step | null {
  const redo = diff(before.document, after.document);
  if (redo.length === 0) return null;
  const undo = diff(after.document, before.document);
  return { label, undo, redo, selectedBefore: before.selection, selectedAfter: after.selection };
}

export const pushed = (history: History, step: Step): History => ({ undo: [...history.undo, step].slice(-MAX_STEPS), redo: [] });

/** The step to take back and the history after that; null: there is none. */
export function undone(history: History): { step: Step; history: History } | null {
  const step = history.undo.at(-1);
  return step === undefined ? null : { step, history: { undo: history.undo.slice(0, -1), redo: [...history.redo, step] } };
}

export function redone(history: History): { step: Step; history: History } | null {
  const step = history.redo.at(-1);
  return step === undefined ? null : { step, history: { undo: [...history.undo, step], redo: history.redo.slice(0, -1) } };
}

/**
 * Without the step that was taken back since, where nothing else went: what is refused once would be each time, and the older ones were
 * out of reach. Of several that went together all stay, and so it does beside a new one, for it was not each of them: taken back once
 * more, they go one after the other.
 */
export function withoutTakenBack(history: History, since: History): History {
  const sent = new Set(since.undo);
  const undo = history.undo.filter((step) => sent.has(step));
  const isAlone = history.undo.length - undo.length === 1 && since.undo.length === undo.length;
  return isAlone ? { ...history, undo } : history;
}

/** A step, taken back or done again on the document as it is by now. What others did to panels and to the order since stays theirs. */
export function travelled(document: DesignDocument, step: Step, way: "undo" | "redo"): DesignDocument {
  const [back, there] = [step[way === "undo" ? "redo" : "undo"], step[way]];
  const applied = apply(document, there);
  const next = { ...applied, elements: placed(applied, document, back, there) };
  const [base, mine] = [platesIn(back), platesIn(there)];
  if (base === undefined || mine === undefined) return next;
  const isGone = (id: ElementId) => elementOf(document, id) === undefined;
  const isHere = (id: ElementId) => elementOf(next, id) !== undefined;
  return withoutEmptyPlates({ ...next, plates: mergePlates({ base, mine, theirs: document.plates, isGone, isHere }) });
}

/** What comes back says the place of all elements, though it moves none of the others. */
function placed({ elements }: DesignDocument, document: DesignDocument, back: Changes, there: Changes) {
  const mine = orderIn(there);
  if (mine === undefined) return elements;
  const added = new Set(there.flatMap((change) => (change.kind === "add" ? [change.id] : [])));
  const base = orderIn(back) ?? mine.filter((id) => !added.has(id));
  return inOrder(elements, { base, mine, theirs: idsOf(document) });
}

type Changes = readonly TemplateChange[];
const orderIn = (changes: Changes) => changes.find((change) => change.kind === "order")?.ids;
const platesIn = (changes: Changes) => changes.find((change) => change.kind === "plates")?.plates;

/** The same steps for elements that have got other ids. */
export function renamed(history: History, idOf: (id: ElementId) => ElementId): History {
  const change = (one: TemplateChange): TemplateChange => {
    switch (one.kind) {
      case "order":
        return { ...one, ids: one.ids.map(idOf) };
      case "plates":
        return { ...one, plates: one.plates.map((plate) => ({ ...plate, elementIds: plate.elementIds.map(idOf) })) };
      case "add":
      case "set":
      case "remove":
        return { ...one, id: idOf(one.id) };
    }
  };
  const step = ({ label, undo, redo, selectedBefore, selectedAfter }: Step): Step => ({
    label,
    undo: undo.map(change),
    redo: redo.map(change),
    selectedBefore: selectedBefore.map(idOf),
    selectedAfter: selectedAfter.map(idOf),
  });
  return { undo: history.undo.map(step), redo: history.redo.map(step) };
}
