import type { StreamWithTracks } from "@nightjar/contract";
import { Button, EmptyState } from "@nightjar/ui";
import { ListMusic, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { DragRows } from "../../../layout/drag-rows.tsx";
import { laterDialog } from "../../../layout/later-dialog.tsx";
import { VirtualRows } from "../../../layout/virtual-rows.tsx";
import { PlaybackSettings } from "./playback-settings.tsx";
import { TRACKLIST_ROW_PX, TracklistRow } from "./tracklist-row.tsx";
import { useTrackActions } from "./use-track-actions.ts";
import { useTracklist } from "./use-tracklist.ts";

const AddTrackDialog = laterDialog(async () => (await import("./add-track-dialog.tsx")).AddTrackDialog);

/** The stream's numbered tracks. */
export function TracklistTab({ stream }: { stream: StreamWithTracks }) {
  const { tracks, isSaving, move, remove } = useTracklist(stream);
  const { playNow, setGapless } = useTrackActions(stream);
  const [isAdding, setAdding] = useState(false);
  const [said, setSaid] = useState("");
  const ids = useMemo(() => tracks.map(({ itemId }) => itemId), [tracks]);
  const moveAndSay = (from: number, to: number) => {
    move(from, to);
    const track = tracks[from];
    if (track && to >= 0 && to < tracks.length) setSaid(`${track.title} moved to position ${to + 1} of ${tracks.length}`);
  };
  return (
    <div>
      <div className="mb-5 border-b border-line pb-5">
        <PlaybackSettings stream={stream} />
      </div>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-dim">{isSaving ? "Saving…" : "Repeats for ever."}</p>
        <Button size="sm" variant={tracks.length === 0 ? "primary" : "secondary"} onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          Add Track
        </Button>
      </div>
      {tracks.length === 0 && (
        <EmptyState
          icon={<ListMusic />}
          title="No tracks yet"
          text="An empty tracklist airs the slate. Add tracks from the library."
          className="py-8"
        />
      )}
      <DragRows ids={ids} onMove={moveAndSay}>
        <VirtualRows
          role="list"
          label="Tracklist"
          count={tracks.length}
          rowPx={TRACKLIST_ROW_PX}
          keyOf={(index) => tracks[index]?.itemId ?? index}
        >
          {(index) => {
            const track = tracks[index];
            return (
              track && (
                <TracklistRow
                  track={track}
                  index={index}
                  count={tracks.length}
                  onMove={(to) => moveAndSay(index, to)}
                  onRemove={() => remove(index)}
                  onPlayNow={stream.isLive ? () => playNow(track) : null}
                  onGapless={(isGapless) => setGapless(track, isGapless)}
                />
              )
            );
          }}
        </VirtualRows>
      </DragRows>
      <p role="status" className="sr-only">
        {said}
      </p>
      {isAdding && <AddTrackDialog stream={stream} onClose={() => setAdding(false)} />}
    </div>
  );
}
