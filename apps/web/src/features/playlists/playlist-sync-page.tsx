import { playlistId } from "@nightjar/contract";
import { Button, Card, EmptyState, PageHeader } from "@nightjar/ui";
import { getRouteApi } from "@tanstack/react-router";
import { FileUp, MousePointerClick } from "lucide-react";
import { useRef, useState } from "react";
import { laterDialog } from "../../layout/later-dialog.tsx";
import { laterPart } from "../../layout/later-part.tsx";
import { Reading } from "../../layout/reading.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { trpc } from "../../lib/trpc.ts";
import { AnalyzeCard } from "./analyze-card.tsx";
import { NoPlaylists, PlaylistList } from "./playlist-list.tsx";

const CsvDialog = laterDialog(async () => (await import("./csv-dialog.tsx")).CsvDialog);
const Results = laterPart(async () => (await import("./results.tsx")).Results, "Loading the playlist...");
const route = getRouteApi("/_studio/playlist-sync");

/** /playlist-sync: playlists against the library, by label, and what is missing of them imported. */
export function PlaylistSyncPage() {
  usePageTitle("Playlist Sync");
  const navigate = route.useNavigate();
  const [isImporting, setImporting] = useState(false);
  const open = (playlist: string) => void navigate({ search: { playlist } });
  // Whoever has gone on to something else is not taken away from it.
  const isElsewhere = useRef(false);
  const goOn = () => void (isElsewhere.current = true);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Playlist Sync"
        subtitle="Bring playlists in, see what of them is in the library, and import the rest"
        actions={
          <Button variant="primary" onClick={() => setImporting(true)}>
            <FileUp aria-hidden />
            Import CSV
          </Button>
        }
      />
      <AnalyzeCard onBegun={() => void (isElsewhere.current = false)} onOpen={(playlist) => !isElsewhere.current && open(playlist)} />
      <div onClickCapture={goOn} onKeyDownCapture={goOn}>
        <Reading loading="Loading playlists..." failed="The playlists could not be read">
          <Playlists onOpen={open} />
        </Reading>
      </div>
      {isImporting && <CsvDialog onClose={() => setImporting(false)} onMade={open} />}
    </div>
  );
}

function Playlists({ onOpen }: { onOpen: (id: string) => void }) {
  const { playlist: chosenId, labels = [] } = route.useSearch();
  const navigate = route.useNavigate();
  const [playlists] = trpc.playlists.list.useSuspenseQuery();
  const chosen = playlists.find(({ id }) => id === chosenId);
  if (playlists.length === 0) return <NoPlaylists />;
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[20rem_minmax(0,1fr)]">
      <PlaylistList playlists={playlists} chosenId={chosen?.id ?? null} onOpen={onOpen} />
      {chosen ? (
        <Reading loading="Loading the playlist..." failed="The playlist could not be read" of={chosen.id}>
          <Results
            key={chosen.id}
            id={playlistId.parse(chosen.id)}
            labels={labels}
            onLabels={(next) => void navigate({ search: { playlist: chosen.id, ...(next.length > 0 && { labels: next }) }, replace: true })}
            onGone={() => void navigate({ search: {} })}
          />
        </Reading>
      ) : (
        <Card className="border-dashed max-xl:hidden">
          <EmptyState
            icon={<MousePointerClick />}
            title="Select a playlist"
            text="Choose one from the list to see which of its tracks the library has."
            className="py-24"
          />
        </Card>
      )}
    </div>
  );
}
