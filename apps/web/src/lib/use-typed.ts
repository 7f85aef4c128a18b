import { useEffect, useState } from "react";

const TYPING_PAUSE_MS = 200;

/** What is being typed, and keeps its place elsewhere (the address, for one), where it arrives at the next pause. */
export function useTyped<T>(settled: T, settle: (typed: T) => Promise<void>): readonly [value: T, change: (typed: T) => void] {
  const [typed, setTyped] = useState<{ readonly value: T } | null>(null);
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => {
      void settle(typed.value).then(() => setTyped((now) => (now === typed ? null : now)));
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, settle]);
  return [typed === null ? settled : typed.value, (value) => setTyped({ value })];
}
