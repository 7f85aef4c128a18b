import { AUTO_SWITCHES, TRANSITIONS } from "@nightjar/contract";
import { Card, CardHeader, Field, Select } from "@nightjar/ui";
import { AUTO_SWITCH_NAMES, TRANSITION_NAMES } from "../../lib/background-names.ts";
import { oneOf } from "../../lib/shape.ts";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";

/** How backgrounds give way to each other in all streams that have not chosen otherwise. Saved as it is chosen. */
export function BackgroundSettings() {
  const { data: settings } = trpc.settings.get.useQuery();
  const save = useVerb(trpc.settings.patch, {
    failed: ["Error", "The background settings could not be saved"],
    done: () => notify("Background settings saved", "They hold for every stream that has none of its own."),
  });
  const isOff = !settings || save.isPending;
  return (
    <Card aria-labelledby="background-settings" className="pb-5">
      <CardHeader id="background-settings" title="Background Settings" description="For all streams; each stream can choose its own." />
      <div className="grid gap-4 px-5 pt-4 sm:max-lg:grid-cols-2">
        <Field label="Transition Effect" hint="How one background gives way to the next.">
          {(control) => (
            <Select
              {...control}
              value={settings?.transition ?? "fade"}
              disabled={isOff}
              onChange={({ target: { value } }) => save.run({ transition: oneOf(TRANSITIONS, value) })}
            >
              {TRANSITIONS.map((name) => (
                <option key={name} value={name}>
                  {TRANSITION_NAMES[name]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label="Auto-switch Interval"
          hint={settings && settings.autoSwitch !== "never" ? "All backgrounds take turns." : "A background stays until it is changed."}
        >
          {(control) => (
            <Select
              {...control}
              value={settings?.autoSwitch ?? "never"}
              disabled={isOff}
              onChange={({ target: { value } }) => save.run({ autoSwitch: oneOf(AUTO_SWITCHES, value) })}
            >
              {AUTO_SWITCHES.map((name) => (
                <option key={name} value={name}>
                  {AUTO_SWITCH_NAMES[name]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </Card>
  );
}
