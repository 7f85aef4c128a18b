import { useState } from "react";

/**
 * What was read, as it was when the list was opened: where somebody else stops a stream meanwhile, Start would stand in the place of Stop,
 * under a finger and under Enter.
 */
export function useAsOpened<Data>(data: Data | undefined, isFetching: boolean): Data | undefined {
  const [held, hold] = useState<Data>();
  if (held === undefined && data !== undefined && !isFetching) hold(() => data);
  return held ?? data;
}
