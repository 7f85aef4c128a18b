import type { ElementFields, ElementId, ElementType } from "@nightjar/contract";
import { createContext, useContext } from "react";
import { type DesignElement, elementsOf } from "./kernel/document.ts";
import type { Designer, DesignerState } from "./kernel/types.ts";
import { useDesigner } from "./stage/use-designer.ts";

const Context = createContext<Designer | null>(null);
export const DesignProvider = Context.Provider;

/** The designer of this page. */
export function useStore(): Designer {
  const designer = useContext(Context);
  if (designer === null) throw new Error("no designer around this component");
  return designer;
}

/** A part of the designer's state; the component is drawn again only when that part changes. */
export function useDesign<T>(select: (state: DesignerState) => T, isEqual?: (a: T, b: T) => boolean): T {
  return useDesigner(useStore(), select, isEqual);
}

export const sameList = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((value, index) => Object.is(value, b[index]));

/** One property of the selected elements that have it. */
export interface Shared<T> {
  /** Of the elements that have it. */
  readonly ids: readonly ElementId[];
  /** undefined: they differ, or there are none. */
  readonly value: T | undefined;
}

const sameShared = <T>(a: Shared<T>, b: Shared<T>): boolean => Object.is(a.value, b.value) && sameList(a.ids, b.ids);

export function sharedOf<T>(elements: readonly DesignElement[], pick: (element: DesignElement) => T): Shared<T> {
  const [first, ...rest] = elements.map(pick);
  const isOne = first !== undefined && rest.every((value) => Object.is(value, first));
  return { ids: elements.map(({ id }) => id), value: isOne ? first : undefined };
}

/** What the selected elements have in common; with `types` of those types only. */
export function useShared<T>(pick: (element: DesignElement) => T, types?: readonly ElementType[]): Shared<T> {
  return useDesign(({ document, selection }) => {
    const selected = elementsOf(document, selection);
    return sharedOf(types ? selected.filter(({ type }) => types.includes(type)) : selected, pick);
  }, sameShared);
}

export interface Edit<Value> extends Shared<Value> {
  /** One step of undo. */
  set(value: Value): void;
  /** Part of a gesture that `done` ends: dragging a slider, typing. */
  slide(value: Value): void;
  done(): void;
}

/** A property of the selection, to be shown and edited. `label` is what undo calls it. */
export function useEdit<Key extends keyof ElementFields>(
  key: Key,
  label: string,
  types?: readonly ElementType[],
): Edit<ElementFields[Key]> {
  const designer = useStore();
  const shared = useShared((element): ElementFields[Key] => element[key], types);
  const fields = (value: ElementFields[Key]): Partial<ElementFields> => ({ [key]: value });
  return {
    ...shared,
    set(value) {
      designer.commit();
      designer.set(shared.ids, fields(value), label);
    },
    slide(value) {
      designer.begin(key, label);
      designer.set(shared.ids, fields(value));
    },
    done: () => designer.commit(),
  };
}
