import type { Stream, Track, TrackId } from "@nightjar/contract";
import { Badge, Button, Checkbox, Dialog, DialogCancel, EmptyState, SearchInput } from "@nightjar/ui";
import { SearchX } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { Reading } from "../../../layout/reading.tsx";
import { plural } from "../../../lib/format.ts";
import { notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { updateFailed } from "../state/update-failed.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { Cover } from "../../../layout/cover.tsx";

const SHOWN = 100;

interface ChoicesProps {
  search: string;
  chosen: ReadonlySet<TrackId>;
  onToggle: (id: TrackId) => void;
}

function Choice({ track, isChosen, onToggle }: { track: Track; isChosen: boolean; onToggle: () => void }) {
  return (
    <li className="flex items-center gap-3 border-t border-line py-1 pr-1">
      <Checkbox
        label=""
        aria-label={`${track.title} by ${track.artist}`}
        id={`pick-${track.id}`}
        checked={isChosen}
        onCheckedChange={onToggle}
      />
      <label htmlFor={`pick-${track.id}`} className="flex min-w-0 flex-1 cursor-pointer items-center gap-3 py-1">
        <Cover url={track.artworkUrl} className="size-10" />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium">{track.title}</span>
          <span className="block truncate text-sm text-dim">{track.artist}</span>
        </span>
        {!track.hasAudioFile && <Badge tone="warn">No File</Badge>}
        <span className="text-sm text-soft tabular-nums">{track.duration}</span>
      </label>
    </li>
  );
}

function Choices({ search, chosen, onToggle }: ChoicesProps) {
  const [{ items, total }] = trpc.tracks.list.useSuspenseQuery({ ...(search !== "" && { search }), sort: "recent", limit: SHOWN });
  if (items.length === 0)
    return (
      <EmptyState
        icon={<SearchX />}
        title="No tracks found"
        text="Upload tracks in the music library first, or search for something else."
      />
    );
  return (
    <>
      <ul aria-label="Tracks">
        {items.map((track) => (
          <Choice key={track.id} track={track} isChosen={chosen.has(track.id)} onToggle={() => onToggle(track.id)} />
        ))}
      </ul>
      {total > items.length && (
        <p className="border-t border-line py-3 text-center text-sm text-dim">
          {plural(total - items.length, "more track")}. Search to narrow the list.
        </p>
      )}
    </>
  );
}

/** Chooses tracks of the library for the stream. Mounted while it is open. */
export function AddTrackDialog({ stream, onClose }: { stream: Stream; onClose: () => void }) {
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<TrackId>>(new Set());
  const failed = updateFailed(stream, "The tracks could not be added");
  const addOne = useVerb(trpc.streams.addTrack, { failed, done: () => notify("Track Added", stream.title), shown: onClose });
  const addMany = useVerb(trpc.streams.addTracks, {
    failed,
    done: (_, { trackIds }) => notify("Tracks Added", `${plural(trackIds.length, "track")} added to ${stream.title}`),
    shown: onClose,
  });
  const busy = addOne.isPending || addMany.isPending;
  const confirm = () => {
    const trackIds = [...chosen];
    const [trackId] = trackIds;
    if (trackId === undefined) return;
    if (trackIds.length === 1) addOne.run({ id: stream.id, trackId });
    else addMany.run({ streamId: stream.id, trackIds });
  };
  const term = useDeferredValue(useDebounced(search.trim(), 200));
  const toggle = (id: TrackId) =>
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  return (
    <Dialog
      onClose={onClose}
      locked={busy}
      unsaved={chosen.size > 0}
      title="Add Track"
      description="They are added at the end, in the order they are ticked."
      footer={
        <>
          <DialogCancel disabled={busy} />
          <Button variant="primary" busy={busy} disabled={chosen.size === 0} onClick={confirm}>
            {chosen.size > 1 ? `Add ${chosen.size} Tracks` : "Add Track"}
          </Button>
        </>
      }
    >
      <SearchInput
        aria-label="Search tracks"
        placeholder="Title, artist, album or tag"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className="mt-3 h-[50dvh] overflow-y-auto">
        <Reading loading="Loading tracks..." failed="The tracks could not be read" of={term}>
          <Choices search={term} chosen={chosen} onToggle={toggle} />
        </Reading>
      </div>
    </Dialog>
  );
}
