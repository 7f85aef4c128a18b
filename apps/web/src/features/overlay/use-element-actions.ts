import type { ElementId, ElementType } from "@nightjar/contract";
import { isolated } from "../../lib/isolated.ts";
import { complain, notify } from "../../lib/toast.ts";
import { elementOf, elementsOf } from "./kernel/document.ts";
import { TYPE_NAMES } from "./kernel/new-element.ts";
import type { Designer } from "./kernel/types.ts";
import type { Deed } from "./stage/keys.ts";
import { useStore } from "./use-design.ts";

/** Runs when what was just done is stored or lost; at once in a template that is not stored yet, and not at all while a conflict is open. */
async function whenStored(designer: Designer, run: (isStored: boolean) => void): Promise<void> {
  await designer.settled();
  const { save } = designer.getSnapshot();
  if (save !== "conflict") run(save !== "failed");
}

async function add(designer: Designer, type: ElementType): Promise<void> {
  const id = designer.add(type);
  await whenStored(designer, (isStored) => {
    if (isStored && elementOf(designer.getSnapshot().document, id)) notify("Element Added", TYPE_NAMES[type]);
  });
}

async function remove(designer: Designer, ids: readonly ElementId[]): Promise<void> {
  const names = elementsOf(designer.getSnapshot().document, ids).map(({ name }) => isolated(name));
  if (names.length === 0) return;
  designer.remove(ids);
  await whenStored(designer, (isStored) => {
    if (isStored) notify("Element Deleted", names.join(", "));
    else complain("Delete Failed", `${names.join(", ")} could not be deleted.`);
  });
}

const NOTICES: Readonly<Record<Deed, string>> = { added: "Element Added", deleted: "Element Deleted" };

/** Tells what keys on the canvas did, once it is stored or lost. */
export function tellWhenStored(designer: Designer, deed: Deed): void {
  void whenStored(designer, (isStored) => {
    if (isStored) notify(NOTICES[deed]);
    else if (deed === "deleted") complain("Delete Failed", "The elements could not be deleted.");
  });
}

/** What is done to elements with a notice afterwards. */
export function useElementActions() {
  const designer = useStore();
  return {
    add: (type: ElementType) => void add(designer, type),
    /** Without ids the selection. */
    remove: (ids: readonly ElementId[] = designer.getSnapshot().selection) => void remove(designer, ids),
  };
}
