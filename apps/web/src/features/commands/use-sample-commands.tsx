import type { SampleChannel } from "@nightjar/contract";
import { Sparkles, Trash2, X } from "lucide-react";
import { detailsOf } from "../../lib/errors.ts";
import { type Complaint, complain, complainOf } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import type { Command } from "./command.ts";
import { useAsOpened } from "./use-as-opened.ts";

const NOT_REMOVED: Complaint = ["Error", "The sample channel could not be removed"];

/** What can be done in a state; nothing in one that only a newer server knows: this page stays as it is for weeks. */
export function possibleIn<Act>(state: SampleChannel["state"], making: Act, cancelling: Act, removing: Act): readonly Act[] {
  const possible: Readonly<Record<string, readonly Act[]>> = {
    ...{ none: [making], making: [cancelling], ready: [removing], partly: [making, removing] },
  } satisfies Readonly<Record<SampleChannel["state"], readonly Act[]>>;
  return possible[state] ?? [];
}

/** What can be done with the sample channel as it is. @param show where it is seen, and where its removal is asked about */
export function useSampleCommands(show: () => void): readonly Command[] {
  const utils = trpc.useUtils();
  const status = trpc.sample.status.useQuery();
  const sample = useAsOpened(status);
  const done = (told: SampleChannel) => utils.sample.status.setData(undefined, told);
  const make = useVerb(trpc.sample.make, { failed: ["Error", "The sample channel could not be made"], done });
  const cancel = useVerb(trpc.sample.cancel, { failed: ["Error", "The sample channel could not be cancelled"], done });
  const remove = useVerb(trpc.sample.remove, {
    failed(error) {
      if (!("isBuiltUpon" in detailsOf(error))) return complainOf(error, NOT_REMOVED);
      // By something done since it was read.
      void utils.sample.status.invalidate();
      complain("Not Removed", "Somebody has built on the sample channel. Its card asks what goes with it.");
      show();
    },
    done,
  });
  if (!sample) return [];
  const { isBuiltUpon, state } = sample;
  const making: Command = {
    ...{ id: "make-sample", label: "Make a Sample Channel", words: "try see hear demo", icon: <Sparkles />, isMany: true },
    run() {
      make.run();
      show();
    },
  };
  const cancelling: Command = {
    ...{ id: "cancel-sample", label: "Cancel the sample channel", words: "stop making", icon: <X />, isMany: true },
    run: () => cancel.run(),
  };
  const removing: Command = {
    ...{ id: "remove-sample", label: "Remove the sample channel", words: "delete", icon: <Trash2 />, isMany: true },
    run: () => (isBuiltUpon ? show() : remove.run({ unless: "built-upon" })),
  };
  return possibleIn(state, making, cancelling, removing);
}
