import type { ElementId } from "@nightjar/contract";
import { createListeners } from "@nightjar/kit";
import { apply, diff, shared } from "./diff.ts";
import { type DesignDocument, EMPTY_DOCUMENT } from "./document.ts";
import { type History, type Mark, NO_HISTORY, pushed, redone, renamed, type Step, stepBetween, travelled, undone } from "./history.ts";
import { namedElement } from "./limits.ts";
import { merge } from "./merge.ts";
import type { DesignerState, SaveStatus } from "./types.ts";

/** Document, selection, history and the open gesture: what commands are made of. Knows nothing of saving but that it is told. */
export interface Core {
  getSnapshot(): DesignerState;
  subscribe(listener: () => void): () => void;
  document(): DesignDocument;
  selection(): readonly ElementId[];
  /** Without what an open gesture has done so far: this is what may be saved. */
  committed(): DesignDocument;
  history(): History;

  /** One step, or a part of the open gesture when there is one and `joins` is true. */
  edit(label: string, change: (document: DesignDocument) => DesignDocument, how?: { joins?: boolean; select?: readonly ElementId[] }): void;
  select(ids: readonly ElementId[]): void;
  begin(id: string, label: string): void;
  commit(): void;
  cancel(): void;
  undo(): void;
  redo(): void;

  /** Fields that are no part of history. */
  put(fields: Partial<Aside> & { status?: SaveStatus }): void;
  /** Another document: nothing of the one before is kept. */
  reset(document: DesignDocument): void;
  /** The document as it became elsewhere; an open gesture goes on over it. */
  rebase(before: DesignDocument, after: DesignDocument): void;
  /** The document and its history as they were stored; what is lost can be done again, as one step. False: nothing was lost after all. */
  rollBack(to: StoredState, lostLabel: string): boolean;
  /** Replaces the whole document as one step that is not for saving. */
  record(label: string, document: DesignDocument): void;
  renameIds(idOf: (id: ElementId) => ElementId): void;
}

type Aside = Pick<DesignerState, "hovered" | "writing" | "canPaste" | "template" | "refusal" | "conflict">;

export interface StoredState {
  /** What was stored when that was sent which is lost. */
  readonly before: DesignDocument;
  /** What is stored by now. */
  readonly stored: DesignDocument;
  readonly history: History;
}

interface Gesture extends Mark {
  readonly id: string;
  readonly label: string;
}

/** @param onCommitted called whenever `committed()` has become another document */
export function createCore(onCommitted: () => void): Core {
  let document: DesignDocument = EMPTY_DOCUMENT;
  let selection: readonly ElementId[] = [];
  let history: History = NO_HISTORY;
  let gesture: Gesture | null = null;
  let rest: Aside & { status: SaveStatus } = {
    hovered: null,
    writing: null,
    canPaste: false,
    template: null,
    conflict: null,
    refusal: null,
    status: "local",
  };
  let snapshot = snapshotOf();
  const listeners = createListeners();

  function snapshotOf(): DesignerState {
    const { status, ...others } = rest;
    const isUnsaved = status === "saved" && gesture !== null && gesture.document !== document;
    return {
      ...others,
      refusal: status === "failed" ? others.refusal : null,
      document,
      selection,
      undoLabel: gesture?.label ?? history.undo.at(-1)?.label ?? null,
      redoLabel: history.redo.at(-1)?.label ?? null,
      gesture: gesture?.id ?? null,
      save: isUnsaved ? "unsaved" : status,
    };
  }
  const emit = () => {
    snapshot = snapshotOf();
    listeners.tell();
  };
  const setDocument = (next: DesignDocument) => {
    document = next;
    const ids = new Set(next.elements.map(({ id }) => id));
    if (selection.some((id) => !ids.has(id))) selection = selection.filter((id) => ids.has(id));
    if (rest.hovered !== null && !ids.has(rest.hovered)) rest = { ...rest, hovered: null };
    if (rest.writing !== null && !ids.has(rest.writing)) rest = { ...rest, writing: null };
  };
  const setSelection = (ids: readonly ElementId[]) => {
    const known = new Set(document.elements.map(({ id }) => id));
    selection = [...new Set(ids)].filter((id) => known.has(id));
  };
  const close = (label: string, before: Mark) => {
    const elements = document.elements.map(namedElement);
    if (elements.some((element, index) => element !== document.elements[index])) document = { ...document, elements };
    const step = stepBetween(label, before, { document, selection });
    if (step === null) setDocument(before.document);
    else history = pushed(history, step);
    return step !== null;
  };
  const commit = () => {
    if (gesture === null) return;
    const { id: _, label, ...before } = gesture;
    gesture = null;
    const isChanged = close(label, before);
    emit();
    if (isChanged) onCommitted();
  };
  const travel = (taken: { step: Step; history: History } | null, way: "undo" | "redo") => {
    if (taken === null) return;
    history = taken.history;
    setDocument(travelled(document, taken.step, way));
    setSelection(way === "undo" ? taken.step.selectedBefore : taken.step.selectedAfter);
    emit();
    onCommitted();
  };

  return {
    getSnapshot: () => snapshot,
    subscribe: listeners.subscribe,
    document: () => document,
    selection: () => selection,
    committed: () => gesture?.document ?? document,
    history: () => history,
    edit(label, change, { joins = false, select } = {}) {
      if (!joins) commit();
      const before = { document, selection };
      setDocument(change(document));
      if (select !== undefined) setSelection(select);
      const isChanged = gesture === null && close(label, before);
      emit();
      if (isChanged) onCommitted();
    },
    select(ids) {
      setSelection(ids);
      emit();
    },
    begin(id, label) {
      if (gesture?.id === id) return;
      commit();
      gesture = { id, label, document, selection };
      emit();
    },
    commit,
    cancel() {
      if (gesture === null) return;
      setDocument(gesture.document);
      setSelection(gesture.selection);
      gesture = null;
      emit();
    },
    undo() {
      commit();
      travel(undone(history), "undo");
    },
    redo() {
      commit();
      travel(redone(history), "redo");
    },
    put({ status = rest.status, ...fields }) {
      rest = { ...rest, ...fields, status };
      emit();
    },
    reset(next) {
      [document, selection, history, gesture] = [next, [], NO_HISTORY, null];
      rest = { ...rest, hovered: null, writing: null, conflict: null };
      emit();
    },
    rebase(before, after) {
      const changes = diff(before, after);
      if (gesture !== null) gesture = { ...gesture, document: shared(gesture.document, apply(gesture.document, changes)) };
      setDocument(shared(document, apply(document, changes)));
      emit();
    },
    rollBack({ before, stored, history: then }, lostLabel) {
      // Over what somebody else has stored meanwhile, not in its place.
      const again = merge(before, gesture?.document ?? document, stored);
      const lost = stepBetween(lostLabel, { document: stored, selection }, { document: again, selection });
      if (lost !== null) history = { ...then, redo: [lost] };
      const going = gesture === null ? [] : diff(gesture.document, document);
      if (gesture !== null) gesture = { ...gesture, document: stored };
      setDocument(shared(document, apply(stored, going)));
      emit();
      return lost !== null;
    },
    record(label, next) {
      commit();
      const before = { document, selection };
      setDocument(shared(document, next));
      const step = stepBetween(label, before, { document, selection });
      if (step !== null) history = pushed(history, step);
      emit();
    },
    renameIds(idOf) {
      const rename = (one: DesignDocument): DesignDocument => ({
        elements: one.elements.map((element) => ({ ...element, id: idOf(element.id) })),
        plates: one.plates.map((plate) => ({ ...plate, elementIds: plate.elementIds.map(idOf) })),
      });
      if (gesture !== null) gesture = { ...gesture, document: rename(gesture.document), selection: gesture.selection.map(idOf) };
      [document, selection, history] = [rename(document), selection.map(idOf), renamed(history, idOf)];
      const { hovered, writing } = rest;
      rest = { ...rest, hovered: hovered === null ? null : idOf(hovered), writing: writing === null ? null : idOf(writing) };
      emit();
    },
  };
}
