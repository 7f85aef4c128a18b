import type { Stream } from "@nightjar/contract";
import { messageOf } from "../../lib/errors.ts";
import { complain, notify } from "../../lib/toast.ts";
import { trpc, type Inputs } from "../../lib/trpc.ts";

export interface StartStop {
  readonly isStarting: boolean;
  readonly isStopping: boolean;
  start(texts: Omit<Inputs["streams"]["start"], "id">): void;
  stop(): void;
}

const UNKNOWN = "An unknown error occurred.";

/** Says what is wanted; what becomes of it is told by the actual state. */
export function useStartStop(stream: Stream): StartStop {
  const utils = trpc.useUtils();
  const refresh = () =>
    Promise.all([
      utils.streams.list.invalidate(),
      utils.streams.get.invalidate({ id: stream.id }),
      utils.streams.onAir.invalidate({ id: stream.id }),
      utils.settings.invalidate(),
    ]);
  const start = trpc.streams.start.useMutation({
    onMutate: () => notify("Stream Starting", stream.title),
    onSuccess: async ({ title }) => {
      notify("Stream Started", title);
      await refresh();
    },
    onError: (error) => complain("Failed to Start Stream", messageOf(error, UNKNOWN)),
  });
  const stop = trpc.streams.stop.useMutation({
    onMutate: () => notify("Stream Stopping", stream.title),
    onSuccess: async ({ title }) => {
      notify("Stream Stopped", title);
      await refresh();
    },
    onError: (error) => complain("Failed to Stop Stream", messageOf(error, UNKNOWN)),
  });
  return {
    isStarting: start.isPending,
    isStopping: stop.isPending,
    start: (texts) => start.mutate({ id: stream.id, ...texts }),
    stop: () => stop.mutate({ id: stream.id }),
  };
}
