import type { StreamHead } from "@nightjar/contract";
import { Button } from "@nightjar/ui";
import { useState } from "react";
import { AUTO_SWITCH_NAMES, TRANSITION_NAMES } from "../../../lib/background-names.ts";
import { Reading } from "../../../layout/reading.tsx";
import { laterDialog } from "../../../layout/later-dialog.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { SettingsLine } from "../state/settings-line.tsx";
import { activeOf } from "./active.ts";
import { Facts } from "./facts.tsx";

const ChangeBackgroundDialog = laterDialog(async () => (await import("./change-background-dialog.tsx")).ChangeBackgroundDialog);

export interface BackgroundTabProps {
  stream: StreamHead;
  /** How backgrounds change is to be changed. */
  onEdit: () => void;
}

/** The stream's one background. */
export function BackgroundTab(props: BackgroundTabProps) {
  return (
    <Reading loading="Loading backgrounds..." failed="The backgrounds could not be read">
      <Chosen {...props} />
    </Reading>
  );
}

/** How backgrounds give way to each other, by this stream's settings or the studio's. */
function Turns({ stream, onEdit }: BackgroundTabProps) {
  const { data: studio } = trpc.settings.get.useQuery();
  const nameOf = <T extends string>(own: T | null, ofStudio: T | undefined, names: Readonly<Record<T, string>>) => {
    if (own !== null) return names[own];
    return ofStudio === undefined ? "studio default" : `${names[ofStudio]} (studio default)`;
  };
  const transition = nameOf(stream.transition, studio?.transition, TRANSITION_NAMES);
  const autoSwitch = nameOf(stream.autoSwitch, studio?.autoSwitch, AUTO_SWITCH_NAMES);
  return (
    <SettingsLine text={`Transition: ${transition}. Auto-switch: ${autoSwitch}.`} what="transition and auto-switch" onChange={onEdit} />
  );
}

function Chosen({ stream, onEdit }: BackgroundTabProps) {
  const [backgrounds] = trpc.backgrounds.list.useSuspenseQuery();
  const [isChanging, setChanging] = useState(false);
  const active = activeOf(stream, backgrounds);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        {active ? (
          <Facts background={active} />
        ) : (
          <p className="text-sm text-dim">No background chosen: the plain default runs behind the music.</p>
        )}
        <Button size="sm" onClick={() => setChanging(true)}>
          Change Background
        </Button>
      </div>
      <Turns stream={stream} onEdit={onEdit} />
      {isChanging && <ChangeBackgroundDialog stream={stream} onClose={() => setChanging(false)} />}
    </div>
  );
}
