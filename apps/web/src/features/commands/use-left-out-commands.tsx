import type { Quarantined, StreamHead } from "@nightjar/contract";
import { RefreshCw } from "lucide-react";
import { useLiveStreams } from "../../lib/live/use-live.ts";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import type { Command, Commands } from "./command.ts";

/** Has tracks tried again that streams leave out. */
export function useLeftOutCommands(streams: readonly StreamHead[]): Commands {
  const live = useLiveStreams();
  const { run: lift } = useVerb(trpc.streams.liftQuarantine, { failed: ["Not Tried Again"] });
  const tryAgain = (stream: StreamHead, { trackId, title }: Quarantined): Command => ({
    ...{ id: `lift ${stream.id} ${trackId}`, label: `Try ${title} again`, detail: stream.title, words: "left out", isMany: true },
    icon: <RefreshCw />,
    run: () => lift({ id: stream.id, trackId }, () => notify("Tried Again", `${title} airs when its turn comes.`)),
  });
  const leftOutOf = ({ id }: StreamHead) => live.get(id)?.onAir.quarantine ?? [];
  return { title: "Left out", entries: streams.flatMap((stream) => leftOutOf(stream).map((track) => tryAgain(stream, track))) };
}
