import { OFF_AIR, type StreamHead } from "@nightjar/contract";
import { Badge } from "@nightjar/ui";
import { useLiveStreams } from "../../../lib/live/use-live.ts";
import { isInTrouble } from "./trouble.ts";

/** How many are live, and how many of those are not what they should be. */
export function LiveSummary({ streams }: { streams: readonly StreamHead[] }) {
  const entries = useLiveStreams();
  const live = streams.filter((stream) => stream.isLive);
  const troubled = live.filter(({ id }) => isInTrouble(entries.get(id)?.onAir ?? OFF_AIR));
  if (live.length === 0) return null;
  return (
    <p role="status" className="flex gap-2">
      {troubled.length > 0 && <Badge tone="bad">{troubled.length} in trouble</Badge>}
      <Badge>{live.length} live</Badge>
    </p>
  );
}
