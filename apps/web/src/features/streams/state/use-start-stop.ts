import type { StreamId } from "@nightjar/contract";
import { statusOf } from "../../../lib/errors.ts";
import { notify } from "../../../lib/toast.ts";
import { trpc, type Inputs } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { failedOrMet } from "./failed-or-met.ts";

export interface StartStop {
  readonly isStarting: boolean;
  readonly isStopping: boolean;
  start(wanted: Inputs["streams"]["start"]): void;
  stop(id: StreamId): void;
}

const UNKNOWN = "An unknown error occurred.";

/**
 * Says what is wanted; what becomes of it is told by the actual state. @param titleOf as the stream is called before
 * @param untaken when nothing of a Start was: it was refused, or somebody else had started the stream
 */
export function useStartStop(titleOf: (id: string) => string, untaken?: () => void): StartStop {
  const start = useVerb(trpc.streams.start, {
    failed(error, { id }) {
      // Without an answer it may have been carried out.
      if (statusOf(error) !== null) untaken?.();
      failedOrMet(id, ["Failed to Start Stream", UNKNOWN])(error);
    },
    starting: ({ id }) => notify("Stream Starting", titleOf(id)),
    done({ title, hasStarted }) {
      if (!hasStarted) untaken?.();
      notify("Stream Started", title);
    },
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
