import { keysAreTaken } from "../../../lib/keys-are-taken.ts";
import { actionOf, isPageWide, type KeyAction } from "../kernel/keymap.ts";
import { isHeldKey, runKey } from "../kernel/run-key.ts";
import type { Designer } from "../kernel/types.ts";
import { listenToClipboard } from "./clipboard.ts";

/** What keys did to elements that is told once it is stored. */
export type Deed = "added" | "deleted";

export interface StageKeys {
  /** Takes all keys of the stage while it has the focus. */
  readonly surface: HTMLElement;
  /** What keys do to the stage itself; false: nothing. */
  readonly act: (action: KeyAction) => boolean;
  readonly holdPan: (isHeld: boolean) => void;
  readonly tell: (deed: Deed) => void;
}

/** Keys on the stage, and those that make sense on the whole page: undo, duplicate, the clipboard. @returns how to stop */
export function listenToKeys(designer: Designer, { surface, act, holdPan, tell }: StageKeys): () => void {
  const ends = new AbortController();
  const { signal } = ends;
  const page = surface.ownerDocument;
  const count = () => designer.getSnapshot().document.elements.length;

  const run = (event: KeyboardEvent, isOnStage: boolean) => {
    const action = actionOf(event);
    if (action === null || !(isOnStage || isPageWide(action))) return;
    const had = count();
    if (!act(action) && !runKey(designer, action)) return;
    event.preventDefault();
    if (action.do === "remove" && count() < had) tell("deleted");
  };
  page.addEventListener(
    "keydown",
    (event) => {
      if (event.defaultPrevented || keysAreTaken(event.target)) return;
      const isOnStage = event.target instanceof Node && surface.contains(event.target);
      if (!isOnStage || event.key !== " ") return run(event, isOnStage);
      holdPan(true);
      event.preventDefault();
    },
    { signal },
  );
  page.addEventListener(
    "keyup",
    (event) => {
      if (event.key === " ") holdPan(false);
      if (event.key.startsWith("Arrow") && isHeldKey(designer)) designer.commit();
    },
    { signal },
  );
  surface.addEventListener(
    "blur",
    () => {
      holdPan(false);
      if (isHeldKey(designer)) designer.commit();
    },
    { signal },
  );
  listenToClipboard(designer, page, signal, () => tell("added"));
  return () => ends.abort();
}
