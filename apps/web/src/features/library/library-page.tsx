import type { Track, TrackId } from "@nightjar/contract";
import { Button, PageHeader } from "@nightjar/ui";
import { Plus, Upload } from "lucide-react";
import { useState } from "react";
import { laterDialog } from "../../layout/later-dialog.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { usePlayTrack } from "../player/use-play-track.ts";
import { usePlayer } from "../player/use-player.ts";
import { useChosen, type Chosen } from "../../lib/use-chosen.ts";
import { FilterBar } from "./filter-bar.tsx";
import { isNarrowed, NO_FILTERS } from "./filters.ts";
import { TrackList } from "./track-list.tsx";
import { useFilters } from "./use-filters.ts";

const TrackDialog = laterDialog(async () => (await import("./track-dialog.tsx")).TrackDialog);
const DeleteTrackDialog = laterDialog(async () => (await import("./delete-track-dialog.tsx")).DeleteTrackDialog);
const BulkUploadDialog = laterDialog(async () => (await import("./bulk-upload-dialog.tsx")).BulkUploadDialog);
const AddToStreamDialog = laterDialog(async () => (await import("./add-to-stream-dialog.tsx")).AddToStreamDialog);
const TrackInfoDialog = laterDialog(async () => (await import("./track-info-dialog.tsx")).TrackInfoDialog);

type Open = { dialog: "add" } | { dialog: "stream" } | { dialog: "bulk" } | { dialog: "edit" | "info" | "delete"; track: Track } | null;

interface DialogsProps {
  open: Open;
  chosen: Chosen<TrackId>;
  onClose: () => void;
}

function Dialogs({ open, chosen, onClose }: DialogsProps) {
  switch (open?.dialog) {
    case undefined:
      return null;
    case "add":
      return <TrackDialog track={null} onClose={onClose} />;
    case "stream":
      return <AddToStreamDialog chosen={chosen} onClose={onClose} />;
    case "bulk":
      return <BulkUploadDialog onClose={onClose} />;
    case "edit":
      return <TrackDialog track={open.track} onClose={onClose} />;
    case "info":
      return <TrackInfoDialog track={open.track} onClose={onClose} />;
    case "delete":
      return <DeleteTrackDialog track={open.track} onDeleted={(deleted) => chosen.keep((id) => id !== deleted)} onClose={onClose} />;
  }
}

/** /library */
export function LibraryPage() {
  usePageTitle("Music Library");
  const { filters, settled, change } = useFilters();
  const [open, setOpen] = useState<Open>(null);
  const chosen = useChosen<TrackId>();
  const playingId = usePlayer(({ track }) => track?.id ?? null);
  const play = usePlayTrack();
  const addMusic = (
    <Button variant="primary" onClick={() => setOpen({ dialog: "add" })}>
      <Plus aria-hidden />
      Add Music
    </Button>
  );
  const whenEmpty = isNarrowed(settled)
    ? { text: "Nothing fits the search and the filters.", action: <Button onClick={() => change(NO_FILTERS)}>Clear filters</Button> }
    : { text: "Upload an audio file; its details are read from it.", action: null };
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Music Library"
        subtitle="Manage your track collection"
        actions={
          <>
            <Button onClick={() => setOpen({ dialog: "bulk" })}>
              <Upload aria-hidden />
              Bulk Upload
            </Button>
            {addMusic}
          </>
        }
      />
      <FilterBar filters={filters} onChange={change} />
      <TrackList
        filters={settled}
        currentId={playingId}
        whenEmpty={whenEmpty}
        chosen={chosen}
        onAddToStream={() => setOpen({ dialog: "stream" })}
        actions={{
          play,
          edit: (track) => setOpen({ dialog: "edit", track }),
          info: (track) => setOpen({ dialog: "info", track }),
          remove: (track) => setOpen({ dialog: "delete", track }),
        }}
      />
      <Dialogs open={open} chosen={chosen} onClose={() => setOpen(null)} />
    </div>
  );
}
