import type { StreamId, WallStream } from "@nightjar/contract";
import { useConnection } from "../../lib/live/use-live.ts";
import { trpc } from "../../lib/trpc.ts";

/** What is told is up to four seconds old, and on a busy machine comes a second or two later: so none on the screen gets ten. */
const LOOK_EVERY_MS = 3000;
/** While a live stream has no picture yet. */
const LOOK_SOON_MS = 1000;

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
  const {
    data = [],
    dataUpdatedAt,
    isError,
  } = trpc.wall.look.useQuery(undefined, {
    enabled: isWanted && !isLost,
    staleTime: LOOK_EVERY_MS,
    refetchInterval: ({ state }) => (state.data?.some(({ picture }) => picture === null) === true ? LOOK_SOON_MS : LOOK_EVERY_MS),
  });
  return { streams: new Map(data.map((one) => [one.streamId, one])), atMs: dataUpdatedAt, isFailing: isWanted && isError };
}
