import { formatStreamDuration, type StreamHead } from "@nightjar/contract";
import { useLiveEntry, useServerNow } from "../../../lib/live/use-live.ts";

function Running({ since }: { since: number }) {
  const now = useServerNow(1000);
  return <>{formatStreamDuration(now - since)}</>;
}

/** hh:mm:ss since Start; it runs while the stream is live. */
export function LiveDuration({ stream }: { stream: StreamHead }) {
  const startedAt = useLiveEntry(stream.id)?.onAir.startedAt ?? null;
  const since = startedAt === null ? Number.NaN : Date.parse(startedAt);
  if (!stream.isLive || Number.isNaN(since)) return <>{stream.streamDuration}</>;
  return <Running since={since} />;
}
