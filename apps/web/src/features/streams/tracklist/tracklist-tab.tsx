import { formatDuration, type ItemId, type StreamTrack, type StreamWithTracks, type TimeZone } from "@nightjar/contract";
import { Button, EmptyState, keyedOnce, oncePressed, Tip } from "@nightjar/ui";
import { ListMusic, Plus, Undo2 } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { DragRows } from "../../../layout/drag-rows.tsx";
import { laterDialog } from "../../../layout/later-dialog.tsx";
import { useKeptFocus } from "../../../layout/use-kept-focus.ts";
import { VirtualRows } from "../../../layout/virtual-rows.tsx";
import { airTime, plural } from "../../../lib/format.ts";
import { useServerNow } from "../../../lib/live/use-live.ts";
import { usePageKeys, useShownKeys } from "../../../lib/use-keys.ts";
import { knownZone, zoneName } from "../../../lib/zone.ts";
import { SettingsLine } from "../state/settings-line.tsx";
import { roundMs } from "./air-times.ts";
import { moveToBottom, moveToTop } from "./steps.ts";
import { TracklistDialogs, type Asking } from "./tracklist-dialogs.tsx";
import { ROW_KEYS, TRACKLIST_KEYS } from "./tracklist-keys.ts";
import { TRACKLIST_ROW_PX, TracklistRow } from "./tracklist-row.tsx";
import { useComing, type OnAirNow } from "./use-coming.ts";
import { useRowActions, type RowsHandling } from "./use-row-actions.ts";
import { useRundown, type Rundown } from "./use-rundown.ts";

// Like a dialog, it comes with the first tick.
const ChosenBar = laterDialog(async () => (await import("./chosen-bar.tsx")).ChosenBar);

const MINUTE_MS = 60_000;

function totalText(tracks: readonly StreamTrack[], stream: StreamWithTracks): string {
  return `${plural(tracks.length, "track")} · ${formatDuration(roundMs(tracks, stream))} · Repeats for ever.`;
}

/** "Shuffled, with a crossfade of 2 s": how tracks follow each other. */
function playbackText({ order, crossfadeMs }: Pick<StreamWithTracks, "order" | "crossfadeMs">): string {
  const fade = crossfadeMs === 0 ? "without a crossfade" : `with a crossfade of ${(crossfadeMs / 1000).toLocaleString("en")} s`;
  return `${order === "shuffled" ? "Shuffled" : "In order"}, ${fade}.`;
}

/** Beside what never moves: the rows stay where they are when it comes; and in reach of all of them. */
function UndoButton({ rundown: { undo, takeBack } }: { rundown: Rundown }) {
  return (
    undo && (
      <Tip text={undo.text}>
        <Button size="sm" aria-label={`Undo: ${undo.text}`} onKeyDown={keyedOnce} onClick={oncePressed(takeBack)}>
          <Undo2 aria-hidden />
          Undo
        </Button>
      </Tip>
    )
  );
}

interface RowsProps {
  rundown: Rundown;
  handling: RowsHandling;
  air: OnAirNow;
  timeZone: TimeZone;
}

function Rows({ rundown: { tracks, isSaving }, handling: { actions, chosen }, air, timeZone }: RowsProps) {
  const now = useServerNow(MINUTE_MS);
  const ids = useMemo(() => tracks.map(({ itemId }) => itemId), [tracks]);
  const keyOf = useCallback((index: number) => ids[index] ?? index, [ids]);
  const airOf = (itemId: ItemId) => (itemId === air.itemId ? ("on-air" as const) : itemId === air.nextItemId ? ("next" as const) : null);
  const timeOf = (itemId: ItemId) => {
    const atMs = air.times.get(itemId);
    return atMs === undefined || isSaving ? null : airTime(atMs, now, timeZone);
  };
  return (
    <DragRows ids={ids} onMove={actions.move}>
      <VirtualRows role="list" label="Tracklist" count={tracks.length} rowPx={TRACKLIST_ROW_PX} keyOf={keyOf}>
        {(index) => {
          const track = tracks[index];
          return (
            track && (
              <TracklistRow
                {...{ track, index, actions }}
                isLast={index === tracks.length - 1}
                isChosen={chosen.ids.has(track.itemId)}
                air={airOf(track.itemId)}
                airsAt={timeOf(track.itemId)}
              />
            )
          );
        }}
      </VirtualRows>
    </DragRows>
  );
}

interface ChosenProps {
  rundown: Rundown;
  handling: RowsHandling;
  ask: (asking: Asking) => void;
  /** The buttons go away with the choice. */
  onGone: (row: number) => void;
}

function ChosenRows({ rundown, handling: { chosen, chosenIds, playNext, whyNotNext }, ask, onGone }: ChosenProps) {
  const { tracks, move, remove } = rundown;
  const clear = () => {
    chosen.clear();
    onGone(tracks.findIndex(({ itemId }) => itemId === chosenIds[0]));
  };
  if (chosenIds.length === 0) return null;
  return (
    <ChosenBar
      count={chosenIds.length}
      total={tracks.length}
      onAll={() => chosen.add(tracks.map(({ itemId }) => itemId))}
      onClose={clear}
      onPlayNext={playNext && (() => playNext(chosenIds))}
      whyNotNext={whyNotNext}
      onTop={() => move(moveToTop(tracks, chosenIds))}
      onBottom={() => move(moveToBottom(tracks, chosenIds))}
      onPlace={() => ask({ for: "place", itemIds: chosenIds })}
      onRemove={() => {
        remove(chosenIds);
        clear();
      }}
    />
  );
}

/** What is on air of the stream's tracks, what is next and when, with all that can be done to the list. */
export function TracklistTab({ stream, onEdit }: { stream: StreamWithTracks; onEdit: () => void }) {
  const rundown = useRundown(stream);
  const air = useComing(stream);
  const [asking, ask] = useState<Asking | null>(null);
  const handling = useRowActions({ stream, rundown, air, ask });
  usePageKeys(TRACKLIST_KEYS, { "take-back": rundown.takeBack }, { once: ["take-back"] });
  useShownKeys(ROW_KEYS);
  const { tracks, isSaving } = rundown;
  const focus = useKeptFocus(tracks);
  return (
    <div>
      <div className="mb-2 border-b border-line pb-5">
        <SettingsLine text={playbackText(stream)} what="order and crossfade" onChange={onEdit} />
      </div>
      <div data-above-rows className="-mx-5 flex flex-col gap-3 px-5 py-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          {/* On a phone a line of its own, however short it is: 'Saving…' would let Undo jump beside it, and away from a finger. */}
          <p className="text-sm text-dim tabular-nums max-sm:basis-full">
            {isSaving ? "Saving…" : totalText(tracks, stream)}
            {stream.timeZone !== null && <span className="block">By the clocks of {zoneName(knownZone(stream.timeZone))}.</span>}
          </p>
          <div className="flex gap-2">
            <UndoButton rundown={rundown} />
            <Button size="sm" variant={tracks.length === 0 ? "primary" : "secondary"} onClick={() => ask({ for: "add", after: null })}>
              <Plus aria-hidden />
              Add Track
            </Button>
          </div>
        </div>
        <ChosenRows {...{ rundown, handling, ask }} onGone={focus.giveTo} />
      </div>
      {tracks.length === 0 && (
        <EmptyState
          icon={<ListMusic />}
          title="No tracks yet"
          text="An empty tracklist airs the slate. Add tracks from the library."
          className="py-8"
        />
      )}
      <div {...focus.around}>
        <Rows {...{ rundown, handling, air }} timeZone={stream.timeZone} />
      </div>
      <p role="status" className="sr-only">
        {handling.said}
      </p>
      <TracklistDialogs {...{ stream, rundown, asking }} onClose={() => ask(null)} />
    </div>
  );
}
