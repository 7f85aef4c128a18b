import { useEffect, useState } from "react";
import { api } from "../../lib/trpc.ts";
import type { Designer, DesignerState } from "./kernel/types.ts";
import { useDesigner } from "./stage/use-designer.ts";
import type { Target } from "./target.ts";

export type Opened = { readonly is: "loading" | "ready" } | { readonly is: "failed"; readonly error: unknown; readonly retry: () => void };

const shownIn = ({ template }: DesignerState): Target => template?.id ?? null;

/** What was edited before is stored first: changing the template loses nothing. */
async function show(designer: Designer, target: Target, isCurrent: () => boolean): Promise<void> {
  designer.commit();
  await designer.settled();
  if (target === null) {
    if (isCurrent()) designer.openNew();
    return;
  }
  const document = await api.overlays.document.fetch({ id: target }, { staleTime: 0 });
  if (!isCurrent()) return;
  // A conflict that was open has its two ways out meanwhile.
  await designer.settled();
  if (isCurrent()) designer.open(document);
}

/** Brings a template into the designer whenever another one is wanted. */
export function useOpened(designer: Designer, target: Target): Opened {
  const [opened, setOpened] = useState<{ target: Target; error: unknown } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const shown = useDesigner(designer, shownIn);
  useEffect(() => {
    let isCurrent = true;
    const done = (error: unknown) => {
      if (isCurrent) setOpened({ target, error });
    };
    const isShown = target !== null && shownIn(designer.getSnapshot()) === target;
    (isShown ? Promise.resolve() : show(designer, target, () => isCurrent)).then(() => done(null), done);
    return () => {
      isCurrent = false;
    };
  }, [designer, target, attempt]);
  // The last gesture is not lost with the page.
  useEffect(() => () => designer.commit(), [designer]);

  // It is there already where it was just saved as new: nobody waits, and who writes in it goes on.
  if (opened?.target !== target) return { is: target !== null && shown === target ? "ready" : "loading" };
  if (opened.error === null) return { is: "ready" };
  return { is: "failed", error: opened.error, retry: () => setAttempt(attempt + 1) };
}
