import type { StreamHead, StreamPatch } from "@nightjar/contract";
import { useState } from "react";
import { useMetChoice } from "../../../layout/use-met-choice.ts";
import { statusOf } from "../../../lib/errors.ts";
import { READS } from "../../../lib/live/reads.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { failedOrMet } from "./failed-or-met.ts";
import { updateFailed } from "./update-failed.ts";

/** What stands for none of its own: nothing was chosen yet is another thing. */
export const NONE = "none";
export type Choice<Id> = Id | typeof NONE;

export interface StreamChoiceOptions<Id> {
  readonly stream: StreamHead;
  /** What it has. */
  readonly now: Id | null;
  /** What there is to choose by now: others may take away what was chosen. */
  readonly offered: readonly Choice<Id>[];
  readonly from: "backgrounds" | "overlays";
  readonly patch: (id: Id | null) => Pick<StreamPatch, "activeBackgroundId" | "activeOverlayTemplateId">;
  readonly failed: string;
  readonly done: () => void;
  readonly shown: () => void;
}

/** What is chosen in the place of what a stream has, which others may change meanwhile, and sent in one step. */
export function useStreamChoice<Id extends string>(options: StreamChoiceOptions<Id>) {
  const { stream, now, offered, from, patch, failed, done, shown } = options;
  const [chosen, setChosen] = useState<Choice<Id> | null>(null);
  // For good: what is offered again later was not chosen over what the stream has then.
  if (chosen !== null && !offered.includes(chosen)) setChosen(null);
  const change = useVerb(trpc.streams.update, {
    failed(error) {
      failedOrMet(stream.id, updateFailed(stream, failed))(error);
      // What was chosen is gone, and it was not heard of yet.
      if (statusOf(error) === 404) void READS[from]();
    },
    done,
    shown,
  });
  const wanted = chosen === NONE ? null : (chosen ?? undefined);
  const { was, isMet, keepMine } = useMetChoice(now, wanted !== undefined && wanted !== now, change.isPending);
  // While it is sent nothing else is: that would look chosen, and go with the dialog.
  const choose = (choice: Choice<Id> | null) => !change.isPending && setChosen(choice);
  const send = () => {
    if (wanted !== undefined) change.run({ id: stream.id, ...patch(wanted), was: patch(was) });
  };
  return { chosen, choose, wanted, canSend: wanted !== undefined && !isMet, isMet, keepMine, isSending: change.isPending, send };
}
