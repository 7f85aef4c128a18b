import { cn, Lamp, type Tone } from "@nightjar/ui";
import type { SaveStatus } from "./kernel/types.ts";
import { useDesign } from "./use-design.ts";
import { useIsDeleted } from "./use-is-deleted.ts";

const WORDS: Readonly<Record<SaveStatus, { readonly text: string; readonly tone: Tone }>> = {
  local: { text: "Not saved yet", tone: "neutral" },
  saved: { text: "Saved", tone: "good" },
  unsaved: { text: "Editing", tone: "moon" },
  saving: { text: "Saving...", tone: "moon" },
  failed: { text: "Last change not saved", tone: "bad" },
  conflict: { text: "Not saved", tone: "warn" },
};

/** Whether what is shown is stored. */
export function SaveState({ className }: { className?: string }) {
  const save = useDesign((state) => state.save);
  const isDeleted = useIsDeleted();
  const { text, tone } = WORDS[isDeleted ? "local" : save];
  return (
    <p role="status" aria-label="Saving" className={cn("flex shrink-0 items-center gap-2 text-[0.8125rem] text-dim", className)}>
      <Lamp tone={tone} />
      {text}
    </p>
  );
}
