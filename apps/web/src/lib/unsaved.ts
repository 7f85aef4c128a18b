import { createContext, useCallback, useContext, useId, useLayoutEffect, useState } from "react";

type Tell = (part: string, isUnsaved: boolean) => void;

const Place = createContext<Tell>(() => undefined);
/** What is typed within is told to whoever asks before it is thrown away: a dialog, or a page. */
export const UnsavedPlace = Place.Provider;

/** Whether any part within a place holds something typed. */
export function useUnsavedParts(): readonly [isUnsaved: boolean, tell: Tell] {
  const [parts, setParts] = useState<ReadonlySet<string>>(new Set());
  const tell = useCallback<Tell>((part, isUnsaved) => {
    setParts((before) => {
      if (before.has(part) === isUnsaved) return before;
      return new Set(isUnsaved ? [...before, part] : [...before].filter((one) => one !== part));
    });
  }, []);
  return [parts.size > 0, tell];
}

/** Says of a part that it holds something typed, until it goes. */
export function useUnsaved(isUnsaved: boolean): void {
  const tell = useContext(Place);
  const part = useId();
  // Before the next key is heard: on a busy machine Escape, right after a letter, would find nothing typed.
  useLayoutEffect(() => {
    tell(part, isUnsaved);
    return () => tell(part, false);
  }, [tell, part, isUnsaved]);
}
