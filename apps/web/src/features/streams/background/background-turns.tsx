import { AUTO_SWITCHES, TRANSITIONS, type Stream } from "@nightjar/contract";
import { ChoiceField } from "@nightjar/ui";
import { AUTO_SWITCH_NAMES, TRANSITION_NAMES } from "../../../lib/background-names.ts";
import { oneOf } from "../../../lib/shape.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { updateFailed } from "../state/update-failed.ts";

/** The value of "what the studio has". */
const FOLLOWS = "";

/** How this stream's backgrounds give way to each other. What is saved reaches a live stream by itself. */
export function BackgroundTurns({ stream }: { stream: Stream }) {
  const { data: studio } = trpc.settings.get.useQuery();
  const update = useVerb(trpc.streams.update, {
    failed: updateFailed(stream, "The stream could not be changed"),
  });
  const ofStudio = (name: string | undefined) => (name === undefined ? "Studio default" : `Studio default (${name})`);
  const effective = stream.autoSwitch ?? studio?.autoSwitch ?? "never";
  return (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      <ChoiceField
        label="Transition"
        hint="How one background gives way to the next, on air too."
        names={TRANSITION_NAMES}
        first={<option value={FOLLOWS}>{ofStudio(studio && TRANSITION_NAMES[studio.transition])}</option>}
        value={stream.transition ?? FOLLOWS}
        disabled={update.isPending}
        onChoose={(value) => update.run({ id: stream.id, transition: value === FOLLOWS ? null : oneOf(TRANSITIONS, value) })}
      />
      <ChoiceField
        label="Auto-switch"
        hint={effective === "never" ? "The background stays until it is changed." : "All backgrounds take turns, beginning with this one."}
        names={AUTO_SWITCH_NAMES}
        first={<option value={FOLLOWS}>{ofStudio(studio && AUTO_SWITCH_NAMES[studio.autoSwitch])}</option>}
        value={stream.autoSwitch ?? FOLLOWS}
        disabled={update.isPending}
        onChoose={(value) => update.run({ id: stream.id, autoSwitch: value === FOLLOWS ? null : oneOf(AUTO_SWITCHES, value) })}
      />
    </div>
  );
}
