import { oneAtATime } from "@nightjar/kit";
import { useState } from "react";
import { useLatest } from "./use-latest.ts";

interface ChoicePorts<T> {
  /** Reports its own failure. */
  save(value: T): Promise<unknown>;
  /** null: what is stored. */
  show(chosen: T | null): void;
}

/** Chooses: each is saved once the one before it has been, and of those chosen meanwhile the last alone. What is none is passed over. */
export function createChoice<T>({ save, show }: ChoicePorts<T>): (value: T | undefined) => void {
  let wanted: T | null = null;
  const send = async (value: T) => {
    try {
      await save(value);
    } finally {
      if (wanted === value) wanted = null;
    }
  };
  const next = () => {
    const value = wanted;
    return value === null ? null : () => send(value);
  };
  const saves = oneAtATime({ next, onIdle: () => show(null) });
  return (value) => {
    if (value === undefined) return;
    wanted = value;
    show(value);
    saves.kick();
  };
}

export interface SavedChoice<T> {
  /** What was chosen, until it is stored or refused; then what is stored. */
  readonly shown: T | undefined;
  choose(value: T | undefined): void;
}

/** A setting saved as it is chosen. Its list is never disabled meanwhile: arrow keys choose at each step, and the focus would be lost. */
export function useSavedChoice<T extends string>(stored: T | undefined, save: (value: T) => Promise<unknown>): SavedChoice<T> {
  const [chosen, show] = useState<T | null>(null);
  const latest = useLatest(save);
  const [choose] = useState(() => createChoice<T>({ save: (value) => latest.current(value), show }));
  return { shown: chosen ?? stored, choose };
}
