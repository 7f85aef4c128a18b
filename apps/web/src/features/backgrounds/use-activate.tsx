import type { Background } from "@nightjar/contract";
import { ConfirmDialog } from "@nightjar/ui";
import type { ReactNode } from "react";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { failedTo } from "./failed-to.ts";
import { activationText, UNREAD_TEXT } from "./on-air.ts";

type Named = Pick<Background, "id" | "title">;

/** What is asked first. */
export type Question = (close: () => void) => ReactNode;

/** Makes a background the one of all streams that have chosen none: from its card and by its command. */
export function useActivateBackground() {
  const { data: streams } = trpc.streams.summaries.useQuery();
  const activate = useVerb(trpc.backgrounds.activate, {
    failed: failedTo("Failed to activate background"),
    done: ({ title }) => notify("Background Activated", title),
  });
  return {
    /** Under way. */
    activatingId: activate.isPending ? activate.input?.id : undefined,
    /** At once where nothing on air changes by it. */
    press(background: Named): Question | void {
      const run = () => activate.run({ id: background.id });
      if (streams && activationText(background.title, streams) === null) return run();
      return (close) => <ActivateDialog background={background} onActivate={run} onClose={close} />;
    },
  };
}

interface ActivateDialogProps {
  background: Named;
  onActivate: () => void;
  onClose: () => void;
}

/** Which streams are live may be another answer while it is open. */
function ActivateDialog({ background, onActivate, onClose }: ActivateDialogProps) {
  const { data: streams, isError } = trpc.streams.summaries.useQuery();
  const unread = isError ? UNREAD_TEXT : "Looking which streams are live…";
  const text = streams ? (activationText(background.title, streams) ?? "No stream on air changes by it.") : unread;
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Set Active"
      text={<span className="wrap-anywhere">{text}</span>}
      confirmLabel="Set Active"
      disabled={!streams && !isError}
      onConfirm={() => {
        onClose();
        onActivate();
      }}
    />
  );
}
