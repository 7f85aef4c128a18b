import type { StreamId, WallStream } from "@nightjar/contract";
import { useState } from "react";
import { useConnection } from "../../lib/live/use-live.ts";
import { trpc } from "../../lib/trpc.ts";
import { LOOK_EVERY_MS, Pictureless } from "./pictureless.ts";

export interface Look {
  readonly streams: ReadonlyMap<StreamId, WallStream>;
  /** When it was told, on this machine's clock: ages count from here. */
  readonly atMs: number;
  /** It is wanted, and could not be read again since. */
  readonly isFailing: boolean;
}

/** What is sent of all live streams. The server looks because this asks: nobody asks for a page that is not shown. */
export function useLook({ isWanted = true } = {}): Look {
  const isLost = useConnection() === "lost";
  const [pictureless] = useState(() => new Pictureless());
  const {
    data = [],
    dataUpdatedAt,
    isError,
  } = trpc.wall.look.useQuery(undefined, {
    enabled: isWanted && !isLost,
    staleTime: LOOK_EVERY_MS,
    refetchInterval: ({ state }) => pictureless.lookAfterMs(state.data ?? [], performance.now()),
  });
  return { streams: new Map(data.map((one) => [one.streamId, one])), atMs: dataUpdatedAt, isFailing: isWanted && isError };
}
