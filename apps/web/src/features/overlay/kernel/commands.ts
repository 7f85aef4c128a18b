import type { ElementFields, ElementId } from "@nightjar/contract";
import { aligned, distributed, type Framed, limitMove, moved } from "./arrange.ts";
import { guessedBox, guessedBoxes } from "./boxes.ts";
import { clipOf, clipText } from "./clipboard.ts";
import type { Core } from "./core.ts";
import { type DesignDocument, type DesignElement, elementsOf } from "./document.ts";
import { addPlate, insertElements, orderElements, removeElements, removePlate, reorderElements, setFields, setPlate } from "./edit.ts";
import { allowed } from "./limits.ts";
import { newElement } from "./new-element.ts";
import type { Boxes, Designer, ElementBox } from "./types.ts";

type Commands = Omit<
  Designer,
  | "getSnapshot"
  | "subscribe"
  | "open"
  | "openNew"
  | "begin"
  | "commit"
  | "cancel"
  | "undo"
  | "redo"
  | "saveTemplate"
  | "saveAsNew"
  | "settled"
  | "takeTheirs"
  | "putMineOver"
>;
type Fields = ReadonlyMap<ElementId, Partial<ElementFields>>;

/** Everything that is done to elements; each is one call of `core.edit`. */
export function createCommands(core: Core, newId: () => ElementId): Commands {
  let measure: ((document: DesignDocument) => Boxes) | null = null;
  let clip: string | null = null;

  const boxes = (): Boxes => measure?.(core.document()) ?? guessedBoxes(core.document());
  const boxOf = (element: DesignElement): ElementBox =>
    measure?.({ elements: [element], plates: [] }).get(element.id) ?? guessedBox(element);
  /** What may be moved, with its box. */
  const framed = (ids: readonly ElementId[]): Framed[] => {
    const drawn = boxes();
    const free = elementsOf(core.document(), ids).filter(({ isLocked }) => !isLocked);
    return free.map((element) => ({ element, box: drawn.get(element.id) ?? guessedBox(element) }));
  };
  const change = (label: string, fields: Fields, joins = false) => {
    const drawn = boxes();
    const limited = elementsOf(core.document(), [...fields.keys()]).map(
      (element) => [element.id, allowed(element, fields.get(element.id) ?? {}, drawn.get(element.id) ?? guessedBox(element))] as const,
    );
    core.edit(label, (document) => setFields(document, new Map(limited)), { joins });
  };
  const insert = (label: string, text: string, above?: ElementId): boolean => {
    const pasted = clipOf(text, core.document(), { newId, boxOf });
    if (pasted === null) return false;
    const select = pasted.elements.map(({ id }) => id);
    core.edit(label, (document) => insertElements(document, pasted.elements, pasted.plates, above), { select });
    return true;
  };
  const copy = (): string | null => {
    const text = clipText(core.document(), core.selection());
    if (text === null) return null;
    clip = text;
    core.put({ canPaste: true });
    return text;
  };
  const remove = (ids: readonly ElementId[] = core.selection()) => core.edit("Delete", (document) => removeElements(document, ids));

  return {
    select(ids, how = "replace") {
      const before = core.selection();
      if (how === "replace") core.select(ids);
      else if (how === "add") core.select([...before.filter((id) => !ids.includes(id)), ...ids]);
      else core.select([...before.filter((id) => !ids.includes(id)), ...ids.filter((id) => !before.includes(id))]);
    },
    selectAll: () => core.select(core.document().elements.map(({ id }) => id)),
    hover(id) {
      if (core.getSnapshot().hovered !== id) core.put({ hovered: id });
    },
    write(id) {
      if (core.getSnapshot().writing !== id) core.put({ writing: id });
    },
    add(type, fields = {}) {
      core.commit();
      const element = newElement(core.document(), newId(), type, fields, boxOf);
      core.edit("Add", (document) => insertElements(document, [element], []), { select: [element.id] });
      return element.id;
    },
    remove,
    duplicate(ids = core.selection()) {
      const text = clipText(core.document(), ids);
      if (text !== null) insert("Duplicate", text, elementsOf(core.document(), ids).at(-1)?.id);
    },
    copy,
    cut() {
      const text = copy();
      if (text !== null) core.edit("Cut", (document) => removeElements(document, core.selection()));
      return text;
    },
    paste: (text) => insert("Paste", text ?? clip ?? ""),
    set: (ids, fields, label = "Change") => change(label, new Map(ids.map((id) => [id, fields])), true),
    setEach: (fields, label) => change(label, fields, true),
    nudge(byXPx, byYPx, ids = core.selection()) {
      const free = framed(ids);
      const by = limitMove(free, byXPx, byYPx);
      core.edit("Move", (document) => setFields(document, moved(free, by.byXPx, by.byYPx)), { joins: true });
    },
    align: (edge, ids = core.selection()) => core.edit("Align", (document) => setFields(document, aligned(framed(ids), edge))),
    distribute: (axis, ids = core.selection()) =>
      core.edit("Distribute", (document) => setFields(document, distributed(framed(ids), axis))),
    order: (step, ids = core.selection()) => core.edit("Order", (document) => orderElements(document, ids, step)),
    reorder: (ids) => core.edit("Order", (document) => reorderElements(document, ids)),
    addPlate: (ids = core.selection()) => core.edit("Panel", (document) => addPlate(document, ids)),
    setPlate: (id, fields) => core.edit("Panel", (document) => setPlate(document, id, fields), { joins: true }),
    removePlate: (id) => core.edit("Panel", (document) => removePlate(document, id)),
    setMeasure(next) {
      measure = next;
    },
    boxes,
  };
}
