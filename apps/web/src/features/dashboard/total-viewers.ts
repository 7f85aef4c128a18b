import type { StreamHead } from "@nightjar/contract";

/** Of all streams whose viewers are known; undefined: somebody may watch, and of no live stream it is known. */
export function totalViewers(streams: readonly Pick<StreamHead, "isLive" | "viewerCount">[]): number | undefined {
  const known = streams.flatMap(({ viewerCount }) => viewerCount ?? []);
  const isUnknown =
    streams.some(({ viewerCount }) => viewerCount === null) && !streams.some((stream) => stream.isLive && stream.viewerCount !== null);
  return isUnknown ? undefined : known.reduce((sum, count) => sum + count, 0);
}
