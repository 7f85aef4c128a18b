import type { BackgroundId, Stream } from "@nightjar/contract";
import { Button, Dialog, EmptyState } from "@nightjar/ui";
import { Image } from "lucide-react";
import { useState } from "react";
import { AUTO_SWITCH_NAMES, TRANSITION_NAMES } from "../../../lib/background-names.ts";
import { Reading } from "../../../layout/reading.tsx";
import { notify } from "../../../lib/toast.ts";
import { trpc, type Outputs } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { updateFailed } from "../state/update-failed.ts";
import { SettingsLine } from "../state/settings-line.tsx";

type Background = Outputs["backgrounds"]["list"][number];

function Facts({ background }: { background: Background }) {
  return (
    <div className="flex min-w-0 items-center gap-4">
      <div aria-hidden className="grid aspect-video w-32 shrink-0 place-items-center overflow-hidden rounded-lg bg-raised text-dim">
        {background.thumbnailUrl === null ? (
          <Image className="size-6" />
        ) : (
          <img src={background.thumbnailUrl} alt="" className="size-full object-cover" />
        )}
      </div>
      <div className="min-w-0">
        <p className="truncate text-sm font-medium">{background.title}</p>
        {background.description !== null && <p className="line-clamp-2 text-sm text-dim">{background.description}</p>}
        <p className="text-sm text-dim tabular-nums">
          {background.duration} · {background.resolution}
        </p>
      </div>
    </div>
  );
}

interface ChangeDialogProps {
  stream: Stream;
  backgrounds: readonly Background[];
  onClose: () => void;
}

function ChangeDialog({ stream, backgrounds, onClose }: ChangeDialogProps) {
  const [chosen, setChosen] = useState<BackgroundId | null>(null);
  const change = useVerb(trpc.streams.update, {
    failed: updateFailed(stream, "The background could not be changed"),
    done: () => notify("Background Changed", stream.title),
    shown: onClose,
  });
  return (
    <Dialog
      onClose={onClose}
      title="Change Background"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={change.isPending}
            disabled={chosen === null}
            onClick={() => change.run({ id: stream.id, activeBackgroundId: chosen })}
          >
            Change Background
          </Button>
        </>
      }
    >
      {backgrounds.length === 0 && (
        <EmptyState icon={<Image />} title="No backgrounds yet" text="Upload a background video first, then choose it here." />
      )}
      <ul className="flex flex-col gap-2">
        {backgrounds.map((background) => (
          <li key={background.id}>
            <label className="flex cursor-pointer items-center gap-3 rounded-xl border border-line p-3 has-checked:border-moon has-checked:bg-moon/10">
              <input
                type="radio"
                name="background"
                className="size-4 accent-moon"
                checked={chosen === background.id}
                onChange={() => setChosen(background.id)}
                aria-label={background.title}
              />
              <Facts background={background} />
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

export interface BackgroundTabProps {
  stream: Stream;
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
  const active =
    backgrounds.find((background) => background.id === stream.activeBackgroundId) ?? backgrounds.find((background) => background.isActive);
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
      {isChanging && <ChangeDialog stream={stream} backgrounds={backgrounds} onClose={() => setChanging(false)} />}
    </div>
  );
}
