import { Button, Select } from "@nightjar/ui";
import { Music } from "lucide-react";
import { useState } from "react";
import type { SampleTrack } from "../../lib/scene/samples.ts";
import { useBackdrops } from "./backdrops.ts";
import { SampleDialog } from "./dialogs/sample-dialog.tsx";

export interface ViewBarProps {
  /** null: the one that is the default of streams. */
  backdropId: string | null;
  onBackdrop: (id: string) => void;
  track: SampleTrack;
  onTrack: (track: SampleTrack) => void;
}

/** What the design is looked at with: a picture behind it and a track. Nothing of it is stored. */
export function ViewBar({ backdropId, onBackdrop, track, onTrack }: ViewBarProps) {
  const { all, current } = useBackdrops(backdropId);
  const [isChoosing, setChoosing] = useState(false);
  return (
    <div role="group" aria-label="Look at it with" className="flex min-w-0 flex-wrap items-center gap-2">
      <Select
        compact
        className="w-40"
        aria-label="Background behind the canvas"
        value={current.id}
        onChange={(event) => onBackdrop(event.target.value)}
      >
        {all.map(({ id, label }) => (
          <option key={id} value={id} dir="auto">
            {label}
          </option>
        ))}
      </Select>
      <Button
        size="sm"
        className="min-w-0 shrink px-2.5 text-[0.8125rem] font-normal"
        aria-label={`Sample track: ${track.title} by ${track.artist}`}
        onClick={() => setChoosing(true)}
      >
        <Music aria-hidden className="text-dim" />
        <span dir="auto" className="max-w-48 truncate">
          {track.title}
        </span>
      </Button>
      {isChoosing && <SampleDialog current={track} onChoose={onTrack} onClose={() => setChoosing(false)} />}
    </div>
  );
}
