import { Dialog, EmptyState, SearchInput } from "@nightjar/ui";
import { SearchX } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { Reading } from "../../../layout/reading.tsx";
import { SAMPLE_TRACKS, type SampleTrack } from "../../../lib/scene/samples.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { OnAirNow } from "./on-air-now.tsx";
import { SampleChoice } from "./sample-choice.tsx";
import { SampleHeading } from "./sample-heading.tsx";
import { sampleOf } from "./sample-of.ts";

const SHOWN = 30;
const TYPING_PAUSE_MS = 200;

interface LibraryProps {
  search: string;
  currentId: string;
  onChoose: (track: SampleTrack) => void;
}

function Library({ search, currentId, onChoose }: LibraryProps) {
  const [{ items }] = trpc.tracks.list.useSuspenseQuery({ ...(search !== "" && { search }), sort: "recent", limit: SHOWN });
  if (items.length === 0) return <EmptyState icon={<SearchX />} title="No tracks found" className="py-8" />;
  return (
    <ul aria-label="Tracks of the library">
      {items.map(sampleOf).map((track) => (
        <SampleChoice key={track.id} track={track} note="" isCurrent={track.id === currentId} onChoose={() => onChoose(track)} />
      ))}
    </ul>
  );
}

export interface SampleDialogProps {
  current: SampleTrack;
  onChoose: (track: SampleTrack) => void;
  onClose: () => void;
}

/** Which track the design is looked at with: short, long, of any script, or one of the library. Mounted while it is open. */
export function SampleDialog({ current, onChoose, onClose }: SampleDialogProps) {
  const [search, setSearch] = useState("");
  const term = useDebounced(search.trim(), TYPING_PAUSE_MS);
  const choose = (track: SampleTrack) => {
    onChoose(track);
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      title="Sample Track"
      description="Look at the design with short, long and non-Latin titles, or with a track of the library."
    >
      <SearchInput
        aria-label="Search the library"
        placeholder="Title, artist, album or tag"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {term === "" && (
        <>
          <OnAirNow currentId={current.id} onChoose={choose} />
          <SampleHeading title="Samples" />
          <ul aria-label="Samples">
            {SAMPLE_TRACKS.map((track) => (
              <SampleChoice
                key={track.id}
                track={track}
                note={track.label}
                isCurrent={track.id === current.id}
                onChoose={() => choose(track)}
              />
            ))}
          </ul>
        </>
      )}
      <SampleHeading title="Music library" />
      <Reading loading="Loading tracks..." failed="The tracks could not be read" of={term}>
        <Library search={useDeferredValue(term)} currentId={current.id} onChoose={choose} />
      </Reading>
    </Dialog>
  );
}
