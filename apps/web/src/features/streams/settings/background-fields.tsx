import { AUTO_SWITCHES, TRANSITIONS } from "@nightjar/contract";
import { ChoiceField } from "@nightjar/ui";
import { AUTO_SWITCH_NAMES, TRANSITION_NAMES } from "../../../lib/background-names.ts";
import { oneOf } from "../../../lib/shape.ts";
import { trpc } from "../../../lib/trpc.ts";
import type { StreamFormValues } from "./stream-changes.ts";

/** The value of "what the studio has". */
const FOLLOWS = "";

interface BackgroundFieldsProps {
  values: Pick<StreamFormValues, "transition" | "autoSwitch">;
  onChange: (fields: Partial<StreamFormValues>) => void;
}

/** How this stream's backgrounds give way to each other. */
export function BackgroundFields({ values: { transition, autoSwitch }, onChange }: BackgroundFieldsProps) {
  const { data: studio } = trpc.settings.get.useQuery();
  const ofStudio = (name: string | undefined) => (
    <option value={FOLLOWS}>{name === undefined ? "Studio default" : `Studio default (${name})`}</option>
  );
  const effective = autoSwitch ?? studio?.autoSwitch ?? "never";
  return (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      <ChoiceField
        label="Transition"
        hint="How one background gives way to the next."
        names={TRANSITION_NAMES}
        first={ofStudio(studio && TRANSITION_NAMES[studio.transition])}
        value={transition ?? FOLLOWS}
        disabled={false}
        onChoose={(value) => onChange({ transition: oneOf(TRANSITIONS, value) ?? null })}
      />
      <ChoiceField
        label="Auto-switch"
        hint={effective === "never" ? "The background stays until it is changed." : "All backgrounds take turns, beginning with this one."}
        names={AUTO_SWITCH_NAMES}
        first={ofStudio(studio && AUTO_SWITCH_NAMES[studio.autoSwitch])}
        value={autoSwitch ?? FOLLOWS}
        disabled={false}
        onChoose={(value) => onChange({ autoSwitch: oneOf(AUTO_SWITCHES, value) ?? null })}
      />
    </div>
  );
}
