import { useIsMutating } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useIsHeard } from "../../lib/live/use-live.ts";

interface Read<Data> {
  readonly data: Data | undefined;
  readonly dataUpdatedAt: number;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

/**
 * What was read, as it was when the list was opened: where somebody else stops a stream meanwhile, Start would stand in the place of Stop,
 * under a finger and under Enter. Where nobody is heard, as on a phone that wakes up, that is only what was last known: then it is read
 * anew, and kept from then on; where something goes so, the list drops the first press in that moment.
 */
export function useAsOpened<Data>({ data, dataUpdatedAt, isFetching, refetch }: Read<Data>): Data | undefined {
  const isHeard = useIsHeard();
  // What was pressed a moment before the list was opened changes it still.
  const isSettled = useIsMutating() === 0;
  const [held, hold] = useState<Data>();
  const [lastKnownAt, setLastKnownAt] = useState<number | null>(null);
  if (!isHeard && lastKnownAt !== dataUpdatedAt) {
    setLastKnownAt(dataUpdatedAt);
    hold(undefined);
  }
  const isOld = lastKnownAt === dataUpdatedAt;
  const wantsRead = isHeard && isOld && data !== undefined;
  useEffect(() => {
    if (wantsRead) void refetch();
  }, [wantsRead, refetch]);
  if (held === undefined && data !== undefined && isHeard && !isOld && isSettled && !isFetching) hold(() => data);
  return held ?? data;
}
