import type { ElementId, ScenePlate } from "@nightjar/contract";
import type { DesignDocument, DesignElement } from "./document.ts";

/** What is drawn on one canvas, so that a drag moves one of them and draws none. */
export interface Layer {
  /** still; moving with the drag; or drawn again for every frame of it: panels around some of what is dragged. */
  readonly is: "still" | "moving" | "stretching";
  readonly plates: readonly ScenePlate[];
  readonly elements: readonly DesignElement[];
  /** What the panels surround, wherever that is drawn. */
  readonly members: readonly DesignElement[];
}

const MAX_RUNS = 7;

/**
 * The document in layers, from back to front, with what is `active` apart. When many are chosen that lie between others, everything
 * is on one layer, and during a drag what is dragged lies in front.
 */
export function layersOf(document: DesignDocument, active: ReadonlySet<ElementId>, isDragging: boolean): readonly Layer[] {
  const runs = runsOf(document.elements, active);
  if (active.size === 0 || (runs.length > MAX_RUNS && !isDragging))
    return [{ is: "still", ...document, members: membersOf(document.plates, document.elements) }];
  const elements = runs.length > MAX_RUNS ? inFront(document.elements, active) : runs;
  const plates = new Map<Layer["is"], ScenePlate[]>([
    ["still", []],
    ["stretching", []],
    ["moving", []],
  ]);
  for (const plate of document.plates) plates.get(followOf(plate, document.elements, active))?.push(plate);
  const below = [...plates]
    .filter(([, list]) => list.length > 0)
    .map(([is, list]): Layer => ({ is, plates: list, elements: [], members: membersOf(list, document.elements) }));
  const [ground] = below;
  const [first, ...others] = elements;
  // Panels lie under all elements: still ones share a canvas with the first still elements if nothing has to come between.
  if (below.length === 1 && ground?.is === "still" && first?.is === "still") return [{ ...ground, elements: first.elements }, ...others];
  return [...below, ...elements];
}

function membersOf(plates: readonly ScenePlate[], elements: readonly DesignElement[]): readonly DesignElement[] {
  const ids = new Set(plates.flatMap(({ elementIds }) => elementIds));
  return elements.filter(({ id }) => ids.has(id));
}

function runsOf(elements: readonly DesignElement[], active: ReadonlySet<ElementId>): Layer[] {
  const runs: { is: Layer["is"]; plates: []; members: []; elements: DesignElement[] }[] = [];
  for (const element of elements) {
    const is = active.has(element.id) ? "moving" : "still";
    const run = runs.at(-1);
    if (run?.is === is) run.elements.push(element);
    else runs.push({ is, plates: [], members: [], elements: [element] });
  }
  return runs;
}

const inFront = (elements: readonly DesignElement[], active: ReadonlySet<ElementId>): Layer[] => [
  { is: "still", plates: [], members: [], elements: elements.filter(({ id }) => !active.has(id)) },
  { is: "moving", plates: [], members: [], elements: elements.filter(({ id }) => active.has(id)) },
];

function followOf(plate: ScenePlate, elements: readonly DesignElement[], active: ReadonlySet<ElementId>): Layer["is"] {
  const members = elements.filter(({ id, isVisible }) => isVisible && plate.elementIds.includes(id));
  const moving = members.filter(({ id }) => active.has(id)).length;
  if (moving === 0) return "still";
  return moving === members.length ? "moving" : "stretching";
}

/** Whether two layers look the same. */
export const sameLayer = (a: Layer, b: Layer): boolean =>
  sameItems(a.elements, b.elements) && sameItems(a.plates, b.plates) && sameItems(a.members, b.members);

const sameItems = <T>(a: readonly T[], b: readonly T[]): boolean => a.length === b.length && a.every((item, index) => item === b[index]);
