import { TEST_START_FAILED_TEXT, TEST_STOP_FAILED_TEXT } from "@nightjar/contract";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";

/** Starts and stops the test of a stream. @param title of the stream, for the notices @param onStarted it was started here */
export function useTest(title: string, onStarted?: () => void) {
  const start = useVerb(trpc.testStream.start, {
    failed: ["Failed to Start Stream", TEST_START_FAILED_TEXT],
    starting: () => notify("Stream Starting", title),
    done() {
      notify("Stream Started", title);
      onStarted?.();
    },
  });
  const stop = useVerb(trpc.testStream.stop, {
    failed: ["Failed to Stop Stream", TEST_STOP_FAILED_TEXT],
    starting: () => notify("Stream Stopping", title),
    done: () => notify("Stream Stopped", title),
  });
  return { start, stop };
}
