import { AUTO_SWITCHES, TRANSITIONS } from "@nightjar/contract";
import { Card, CardHeader, ChoiceField, Notice } from "@nightjar/ui";
import { AUTO_SWITCH_NAMES, TRANSITION_NAMES } from "../../lib/background-names.ts";
import { oneOf } from "../../lib/shape.ts";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useSavedChoice } from "../../lib/use-saved-choice.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { settingsText, UNREAD_TEXT } from "./on-air.ts";

/** How backgrounds give way to each other in all streams that have not chosen otherwise. Saved as it is chosen. */
export function BackgroundSettings() {
  const { data: settings, isError } = trpc.settings.get.useQuery();
  const streams = trpc.streams.summaries.useQuery();
  const onAir = streams.data ? settingsText(streams.data) : streams.isError ? UNREAD_TEXT : null;
  const save = useVerb(trpc.settings.patch, {
    failed: ["Error", "The background settings could not be saved"],
    done: () => notify("Background settings saved", "They hold for every stream that has none of its own."),
  });
  const transition = useSavedChoice(settings?.transition, (value) => save.attempt({ transition: value }));
  const autoSwitch = useSavedChoice(settings?.autoSwitch, (value) => save.attempt({ autoSwitch: value }));
  return (
    <Card aria-labelledby="background-settings" className="pb-5">
      <CardHeader id="background-settings" title="Background Settings" description="For all streams; each stream can choose its own." />
      {isError && (
        <p className="px-5 pt-4 text-sm text-warn">The background settings could not be read. What is shown may not be what holds.</p>
      )}
      {onAir !== null && <Notice className="mx-5 mt-4">{onAir}</Notice>}
      <div className="grid gap-4 px-5 pt-4 sm:max-lg:grid-cols-2">
        <ChoiceField
          label="Transition Effect"
          hint="How one background gives way to the next."
          names={TRANSITION_NAMES}
          value={transition.shown ?? "fade"}
          disabled={!settings}
          onChoose={(value) => transition.choose(oneOf(TRANSITIONS, value))}
        />
        <ChoiceField
          label="Auto-switch Interval"
          hint={(autoSwitch.shown ?? "never") !== "never" ? "All backgrounds take turns." : "A background stays until it is changed."}
          names={AUTO_SWITCH_NAMES}
          value={autoSwitch.shown ?? "never"}
          disabled={!settings}
          onChoose={(value) => autoSwitch.choose(oneOf(AUTO_SWITCHES, value))}
        />
      </div>
    </Card>
  );
}
