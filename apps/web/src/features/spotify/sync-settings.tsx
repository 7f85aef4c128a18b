import { SYNC_FREQUENCIES } from "@nightjar/contract";
import { Card, CardHeader, ChoiceField } from "@nightjar/ui";
import { useState } from "react";
import { oneOf } from "../../lib/shape.ts";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useSavedChoice } from "../../lib/use-saved-choice.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { FREQUENCY_NAMES, QUALITY_NAMES } from "./sync-names.ts";

const HINTS: Readonly<Record<keyof typeof FREQUENCY_NAMES, string>> = {
  "real-time": "Playlists that you have synced are looked at every five minutes; Spotify tells nobody sooner.",
  hourly: "Playlists that you have synced are looked at once an hour.",
  daily: "Playlists that you have synced are looked at once a day.",
  manual: "Playlists are read when you press Sync.",
};

/** How often playlists are brought up to date by themselves. */
export function SyncSettings() {
  const { data: settings } = trpc.settings.get.useQuery();
  const [quality, setQuality] = useState("kbps-320");
  const save = useVerb(trpc.settings.patch, {
    failed: ["Error", "The sync settings could not be saved"],
    done: () => notify("Sync settings saved"),
  });
  const choice = useSavedChoice(settings?.syncFrequency, (value) => save.attempt({ syncFrequency: value }));
  const frequency = choice.shown ?? "manual";
  return (
    <Card aria-labelledby="sync-settings" className="pb-5">
      <CardHeader id="sync-settings" title="Sync Settings" />
      <div className="grid gap-4 px-5 pt-4">
        <ChoiceField
          label="Sync Frequency"
          hint={HINTS[frequency]}
          names={FREQUENCY_NAMES}
          value={frequency}
          disabled={!settings}
          onChoose={(value) => choice.choose(oneOf(SYNC_FREQUENCIES, value))}
        />
        <ChoiceField
          label="Audio Quality"
          hint="Local only, nothing is saved: Spotify gives no sound away, and on air your own files are heard."
          names={QUALITY_NAMES}
          value={quality}
          disabled={false}
          onChoose={setQuality}
        />
      </div>
    </Card>
  );
}
