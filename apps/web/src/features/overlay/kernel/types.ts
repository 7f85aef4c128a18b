import type {
  ElementFields,
  ElementId,
  ElementType,
  OverlayTemplate,
  ScenePlate,
  TemplateChange,
  TemplateDocument,
} from "@nightjar/contract";
import type { DesignDocument } from "./document.ts";
import type { Rect } from "./geometry.ts";

/** What the designer needs of the server. Calls come one at a time. */
export interface DesignerPort {
  /**
   * Rejects with a `ChangedMeanwhile` when `revision` is not the stored one, with a `Gone` when there is no such template, with a `Refused`
   * when these changes are not to be had, and with anything else when nothing was stored.
   */
  change(input: { id: OverlayTemplate["id"]; revision: number; changes: TemplateChange[] }): Promise<TemplateDocument>;
  load(id: OverlayTemplate["id"]): Promise<TemplateDocument>;
  /** As `change` does when the revision is not the stored one. */
  rename(input: { id: OverlayTemplate["id"]; revision: number; name: string; description: string | null }): Promise<OverlayTemplate>;
  create(input: {
    /** The same until it is answered: what was made already is made no second time. */
    id: string;
    name: string;
    description: string | null;
    elements: { id: ElementId; fields: ElementFields }[];
    plates: ScenePlate[];
  }): Promise<TemplateDocument>;
}

/** Somebody else saved this template first. */
export interface Conflict {
  /** The e-mail address of whoever it was; null: not known. */
  readonly updatedBy: string | null;
  /** ISO 8601. */
  readonly updatedAt: string;
}

export class ChangedMeanwhile extends Error {
  override readonly name = "ChangedMeanwhile";
  readonly conflict: Conflict;

  constructor(conflict: Conflict) {
    super("this template was changed in the meantime");
    this.conflict = conflict;
  }
}

/** Somebody has deleted this template. The message is the server's sentence. */
export class Gone extends Error {
  override readonly name = "Gone";
}

/** The server says no to the changes themselves, and will do so again. The message is its sentence. */
export class Refused extends Error {
  override readonly name = "Refused";
}

/**
 * local: a new template, nothing is stored yet, or one that was deleted; unsaved: a gesture is under way; failed: the last save was
 * refused or lost, and the document shown is the stored one again.
 */
export type SaveStatus = "local" | "saved" | "unsaved" | "saving" | "failed" | "conflict";

export interface DesignerState {
  /** null: a new template that is not stored yet. One that was deleted stays here; `save` is "local" from the next edit on. */
  readonly template: OverlayTemplate | null;
  readonly document: DesignDocument;
  /** In the order of selecting; the last one is the one whose properties are shown. */
  readonly selection: readonly ElementId[];
  readonly hovered: ElementId | null;
  /** Whose text is written on the canvas; null: no one's. */
  readonly writing: ElementId | null;
  /** What undo and redo would take back or do again, in words; null: nothing. */
  readonly undoLabel: string | null;
  readonly redoLabel: string | null;
  /** The open gesture, by the name it was begun with; null: none is open. */
  readonly gesture: string | null;
  readonly save: SaveStatus;
  /** Only while `save` is "conflict". */
  readonly conflict: Conflict | null;
  /** Only while `save` is "failed": why, where the server said it. */
  readonly refusal: string | null;
  /** Whether something can be pasted that was copied here. */
  readonly canPaste: boolean;
}

export type AlignEdge = "left" | "center" | "right" | "top" | "middle" | "bottom";
export type Axis = "horizontal" | "vertical";
export type OrderStep = "front" | "forward" | "backward" | "back";
export type PlateFields = Omit<ScenePlate, "elementIds">;

/** A line to be drawn: across `axis`, at this place, from here to there. A gap is drawn along its axis instead. */
export interface Guide {
  readonly kind: "line" | "gap";
  /** vertical: a line at an x, from one y to another; a horizontal gap lies at a y, from one x to another. */
  readonly axis: Axis;
  readonly atPx: number;
  readonly fromPx: number;
  readonly toPx: number;
}

/** Where an element lies: the frame that is resized and kept on the canvas, and the part of it that is seen. */
export interface ElementBox extends Rect {
  /** What is pointed at and snapped to. */
  readonly drawn: Rect;
  /** false: there is nothing to be seen, as it is hidden, empty or without a picture. */
  readonly isShown: boolean;
}

/** The box of each element, hidden ones too, in canvas pixels. */
export type Boxes = ReadonlyMap<ElementId, ElementBox>;

/**
 * The designer's state and all that can be done to it. Every command is one step of undo and is saved at once, unless a gesture is
 * open: then everything until `commit` is one step. Where `ids` is left out, the selection is meant.
 */
export interface Designer {
  getSnapshot(): DesignerState;
  subscribe(listener: () => void): () => void;

  /** Shows a stored template; forgets history and selection. Wait for `settled` before. */
  open(document: TemplateDocument): void;
  /** Begins a template that is stored by `saveAsNew` only. */
  openNew(): void;

  select(ids: readonly ElementId[], how?: "replace" | "add" | "toggle"): void;
  selectAll(): void;
  hover(id: ElementId | null): void;
  /** Begins or ends the writing of a text on the canvas. It ends by itself where the element goes. */
  write(id: ElementId | null): void;

  /** Adds and selects a new element, centred, as the specification says. */
  add(type: ElementType, fields?: Partial<ElementFields>): ElementId;
  remove(ids?: readonly ElementId[]): void;
  duplicate(ids?: readonly ElementId[]): void;
  /** The selection as text for the system's clipboard, also kept here; null: nothing is selected. */
  copy(): string | null;
  cut(): string | null;
  /** Pastes the text of `copy`, or what was copied here when there is none. False: the text is none of ours. */
  paste(text?: string): boolean;

  /** Any fields of any elements. Positions and sizes are brought into their limits. */
  set(ids: readonly ElementId[], fields: Partial<ElementFields>, label?: string): void;
  /** Different fields for each: one step. */
  setEach(fields: ReadonlyMap<ElementId, Partial<ElementFields>>, label: string): void;
  /** Moves what is not locked, as far as the canvas allows. */
  nudge(byXPx: number, byYPx: number, ids?: readonly ElementId[]): void;
  align(edge: AlignEdge, ids?: readonly ElementId[]): void;
  /** Equal gaps between at least three. */
  distribute(axis: Axis, ids?: readonly ElementId[]): void;
  order(step: OrderStep, ids?: readonly ElementId[]): void;
  /** All ids from back to front: what a drag in the layers list ends in. */
  reorder(ids: readonly ElementId[]): void;

  /** A panel behind these elements; they leave the ones they had. */
  addPlate(ids?: readonly ElementId[]): void;
  /** Of the plate that element stands on. */
  setPlate(id: ElementId, fields: Partial<PlateFields>): void;
  removePlate(id: ElementId): void;

  /** Opens a gesture; another one that is open is committed first. Its label is what undo calls it, and decides nothing. */
  begin(gesture: string, label: string): void;
  commit(): void;
  /** As if the gesture had never begun. */
  cancel(): void;
  undo(): void;
  redo(): void;

  /** Name and description of the stored template, once all edits are stored. Rejects when it is refused. */
  saveTemplate(input: { name: string; description: string | null }): Promise<OverlayTemplate>;
  /** Stores what is shown as another template and shows that one, unless another was opened meanwhile. Undo still knows the steps before. */
  saveAsNew(input: { name: string; description: string | null }): Promise<OverlayTemplate>;
  /** Resolves when nothing waits to be stored any more, by success, failure or conflict. */
  settled(): Promise<void>;
  /** Out of a conflict: shows what the other one saved. Undo brings back what was here. */
  takeTheirs(): Promise<void>;
  /** Out of a conflict: saves what was changed here over it; what was not touched here stays theirs. */
  putMineOver(): Promise<void>;

  /** The stage tells how large elements really are; without it sizes are guessed. */
  setMeasure(measure: ((document: DesignDocument) => Boxes) | null): void;
  boxes(): Boxes;
}
