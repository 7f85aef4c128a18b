import type { Stream } from "@nightjar/contract";
import { notify } from "../../../lib/toast.ts";
import { trpc, type Inputs } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";

export interface StartStop {
  readonly isStarting: boolean;
  readonly isStopping: boolean;
  start(texts: Omit<Inputs["streams"]["start"], "id">): void;
  stop(): void;
}

const UNKNOWN = "An unknown error occurred.";

/** Says what is wanted; what becomes of it is told by the actual state. */
export function useStartStop(stream: Stream): StartStop {
  const start = useVerb(trpc.streams.start, {
    failed: ["Failed to Start Stream", UNKNOWN],
    starting: () => notify("Stream Starting", stream.title),
    done: ({ title }) => notify("Stream Started", title),
  });
  const stop = useVerb(trpc.streams.stop, {
    failed: ["Failed to Stop Stream", UNKNOWN],
    starting: () => notify("Stream Stopping", stream.title),
    done: ({ title }) => notify("Stream Stopped", title),
  });
  return {
    isStarting: start.isPending,
    isStopping: stop.isPending,
    start: (texts) => start.run({ id: stream.id, ...texts }),
    stop: () => stop.run({ id: stream.id }),
  };
}
