import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { failedTo } from "./failed-to.ts";

/** Makes a background the one of all streams that have chosen none. */
export const useActivateBackground = () =>
  useVerb(trpc.backgrounds.activate, {
    failed: failedTo("Failed to activate background"),
    done: ({ title }) => notify("Background Activated", title),
  });
