import { useState } from "react";

export interface MetChoice<T> {
  /** As it was read when the choice was made. */
  readonly was: T;
  /** Somebody else has set another one since. */
  readonly isMet: boolean;
  keepMine(): void;
}

/** What is chosen in the place of something over what others may put there meanwhile: as long as nothing is chosen it simply follows. */
export function useMetChoice<T>(now: T, isChosen: boolean, isSaving: boolean): MetChoice<T> {
  const [was, setWas] = useState(now);
  // What was not read yet is not met either.
  if (was !== now && (!isChosen || was === undefined)) setWas(now);
  // What we save ourselves is read before the form goes.
  return { was, isMet: isChosen && !isSaving && was !== now, keepMine: () => setWas(now) };
}
