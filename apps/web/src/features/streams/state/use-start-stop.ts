import type { StreamId } from "@nightjar/contract";
import { notify } from "../../../lib/toast.ts";
import { trpc, type Inputs } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";

export interface StartStop {
  readonly isStarting: boolean;
  readonly isStopping: boolean;
  start(wanted: Inputs["streams"]["start"]): void;
  stop(id: StreamId): void;
}

const UNKNOWN = "An unknown error occurred.";

/** Says what is wanted; what becomes of it is told by the actual state. @param titleOf as the stream is called before */
export function useStartStop(titleOf: (id: string) => string): StartStop {
  const start = useVerb(trpc.streams.start, {
    failed: ["Failed to Start Stream", UNKNOWN],
    starting: ({ id }) => notify("Stream Starting", titleOf(id)),
    done: ({ title }) => notify("Stream Started", title),
  });
  const stop = useVerb(trpc.streams.stop, {
    failed: ["Failed to Stop Stream", UNKNOWN],
    starting: ({ id }) => notify("Stream Stopping", titleOf(id)),
    done: ({ title }) => notify("Stream Stopped", title),
  });
  return {
    isStarting: start.isPending,
    isStopping: stop.isPending,
    start: (wanted) => start.run(wanted),
    stop: (id) => stop.run({ id }),
  };
}
