import type { NewEntry, StreamHead, StreamTrack, Track, TrackId } from "@nightjar/contract";
import { Badge, Button, Checkbox, Dialog, DialogCancel, EmptyState } from "@nightjar/ui";
import { SearchX } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { Cover } from "../../../layout/cover.tsx";
import { Reading } from "../../../layout/reading.tsx";
import { ScrollRows } from "../../../layout/scroll-rows.tsx";
import { plural } from "../../../lib/format.ts";
import { createOnce } from "../../../lib/once.ts";
import { notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useChosen, type Chosen } from "../../../lib/use-chosen.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { tellAdded, tellNotAdded, useAddToStream } from "../../../lib/use-add-to-stream.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { ChooseFound } from "../../library/choose-found.tsx";
import { FilterBar } from "../../library/filter-bar.tsx";
import { NO_FILTERS, type LibraryFilters } from "../../library/filters.ts";
import { MoreFailed } from "../../library/more-failed.tsx";
import { useTrackPages } from "../../library/use-track-pages.ts";
import { updateFailed } from "../state/update-failed.ts";
import { anchorNow, idsOf } from "./steps.ts";
import type { Rundown } from "./use-rundown.ts";

const ROW_PX = 56;

function Choice({ track, isChosen, onPress }: { track: Track; isChosen: boolean; onPress: (withShift: boolean) => void }) {
  return (
    <div role="listitem" className="flex h-14 items-center gap-3 border-t border-line pr-1">
      <Checkbox label="" aria-label={`${track.title} by ${track.artist}`} id={`pick-${track.id}`} checked={isChosen} onPress={onPress} />
      <label htmlFor={`pick-${track.id}`} className="flex min-w-0 flex-1 cursor-pointer items-center gap-3 py-1 select-none">
        <Cover url={track.artworkUrl} className="size-10" />
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block truncate text-sm font-medium">
            {track.title}
          </span>
          <span dir="auto" className="block truncate text-sm text-dim">
            {track.artist}
          </span>
        </span>
        {!track.hasAudioFile && <Badge tone="warn">No File</Badge>}
        <span className="text-sm text-soft tabular-nums">{track.duration}</span>
      </label>
    </div>
  );
}

function Choices({ filters, chosen }: { filters: LibraryFilters; chosen: Chosen<TrackId> }) {
  const { tracks, total, isMoreFailed, loadMore, onNearEnd } = useTrackPages(filters);
  const ids = tracks.map(({ id }) => id);
  return (
    <>
      <ChooseFound filters={filters} total={total} chosen={chosen} />
      {total === 0 && (
        <EmptyState
          icon={<SearchX />}
          title="No tracks found"
          text="Upload tracks in the music library first, or search for something else."
        />
      )}
      <ScrollRows
        label="Tracks"
        className="h-[40dvh] overflow-y-auto"
        count={tracks.length}
        rowPx={ROW_PX}
        keyOf={(index) => tracks[index]?.id ?? index}
        onNearEnd={onNearEnd}
      >
        {(index) => {
          const track = tracks[index];
          return (
            track && (
              <Choice track={track} isChosen={chosen.ids.has(track.id)} onPress={(withShift) => chosen.press(track.id, withShift, ids)} />
            )
          );
        }}
      </ScrollRows>
      {isMoreFailed && <MoreFailed onTryAgain={loadMore} />}
    </>
  );
}

/** Under an entry of the list; choosing takes minutes, in which that may go. */
export interface InsertPlace {
  readonly after: StreamTrack;
  /** The list as it was when the entry was pressed. */
  readonly seen: readonly StreamTrack[];
  readonly now: readonly StreamTrack[];
}

function placeText(place: InsertPlace | null): string {
  if (!place) return "at the end";
  const { after, seen, now } = place;
  const aboveId = anchorNow(after.itemId, seen, idsOf(now));
  const above = now.find(({ itemId }) => itemId === aboveId);
  return above ? `under ${above.title}` : "at the top";
}

export interface AddTrackDialogProps {
  stream: StreamHead;
  /** null: at the end. */
  place: InsertPlace | null;
  onInsert: Rundown["insert"];
  onClose: () => void;
}

/** Chooses tracks of the library for the stream. Mounted while it is open. */
export function AddTrackDialog({ stream, place, onInsert, onClose }: AddTrackDialogProps) {
  const [filters, setFilters] = useState(NO_FILTERS);
  const chosen = useChosen<TrackId>();
  const add = useAdding({ stream, place, onInsert, onClose }, chosen);
  const shown = useDeferredValue(useDebounced(filters, 200));
  const count = chosen.ids.size;
  return (
    <Dialog
      onClose={onClose}
      locked={add.isPending}
      unsaved={count > 0}
      title="Add Track"
      description={`They are added ${placeText(place)}, in the order they are ticked.`}
      footer={
        <>
          <DialogCancel disabled={add.isPending} />
          <Button variant="primary" busy={add.isPending} disabled={count === 0} onClick={() => add.run([...chosen.ids])}>
            {count > 1 ? `Add ${count.toLocaleString("en")} Tracks` : "Add Track"}
          </Button>
        </>
      }
    >
      <FilterBar filters={filters} onChange={setFilters} />
      <Reading loading="Loading tracks..." failed="The tracks could not be read" of={JSON.stringify(shown)}>
        <Choices filters={shown} chosen={chosen} />
      </Reading>
    </Dialog>
  );
}

function useAdding({ stream, place, onInsert, onClose }: AddTrackDialogProps, chosen: Chosen<TrackId>) {
  const [isInserting, setInserting] = useState(false);
  const [once] = useState(() => createOnce<void>());
  const failed = updateFailed(stream, "The tracks could not be added");
  const added = (count: number) =>
    count === 1 ? notify("Track Added", stream.title) : notify("Tracks Added", `${plural(count, "track")} added to ${stream.title}`);
  const dropGone = (gone: ReadonlySet<string>) => chosen.keep((trackId) => !gone.has(trackId));
  const tell = (error: unknown) => tellNotAdded(error, failed, dropGone);
  const addOne = useVerb(trpc.streams.addTrack, { failed: tell, done: () => added(1), shown: onClose });
  const addMany = useAddToStream(onClose, dropGone, failed);
  const newEntry = (trackId: TrackId): NewEntry => ({ itemId: addMany.entryOf(stream.id, trackId), trackId, isGapless: null });
  const sendOne = (entry: NewEntry) => {
    const { trackId, itemId } = entry;
    tellAdded(addOne.attempt({ id: stream.id, trackId, itemId }), stream.id, [entry]);
  };
  const insert = async (trackIds: readonly TrackId[], { after, seen }: InsertPlace) => {
    setInserting(true);
    const outcome = await onInsert(trackIds.map(newEntry), after.itemId, seen);
    setInserting(false);
    // What could not be sent stays ticked.
    if (typeof outcome === "object") return tell(outcome.error);
    if (outcome === "done") added(trackIds.length);
    onClose();
  };
  return {
    isPending: addOne.isPending || addMany.isPending || isInserting,
    run(trackIds: TrackId[]) {
      const [trackId] = trackIds;
      if (trackId === undefined) return;
      if (place) void once("insert", () => insert(trackIds, place));
      else if (trackIds.length === 1) sendOne(newEntry(trackId));
      else addMany.run({ streamId: stream.id, trackIds });
    },
  };
}
