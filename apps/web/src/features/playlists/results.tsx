import type { EntryId, PlaylistAnalysis, PlaylistId } from "@nightjar/contract";
import { Button, Card, CardHeader, EmptyState, Notice } from "@nightjar/ui";
import { Download, FileDown, ListX, Trash2 } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { laterDialog } from "../../layout/later-dialog.tsx";
import { LeaveGuard } from "../../layout/leave-guard.tsx";
import { ScrollRows } from "../../layout/scroll-rows.tsx";
import { plural } from "../../lib/format.ts";
import { trpc } from "../../lib/trpc.ts";
import { useChosen } from "../../lib/use-chosen.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { AddToStream } from "./add-to-stream.tsx";
import { csvOf } from "./csv.ts";
import { tellImport } from "./import-notice.ts";
import { JobState } from "./job-state.tsx";
import { labelsNotice, nothingFound } from "./labels-text.ts";
import { LabelFilter } from "./label-filter.tsx";
import { saveFile } from "./save-file.ts";
import { TRACK_ROW_PX, TrackRow } from "./track-row.tsx";

const DeletePlaylistDialog = laterDialog(async () => (await import("./delete-playlist-dialog.tsx")).DeletePlaylistDialog);
const DecideDialog = laterDialog(async () => (await import("./decide-dialog.tsx")).DecideDialog);

export interface ResultsProps {
  id: PlaylistId;
  labels: readonly string[];
  onLabels: (labels: readonly string[]) => void;
  onGone: () => void;
}

/** How many there are, are shown, are in the library and are not. */
function Counts({ analysis }: { analysis: PlaylistAnalysis }) {
  const { totalTracks, filteredTracks, existingTracks, newTracks, doubtfulTracks, isFiltered } = analysis;
  const figures = [
    ["Tracks", totalTracks],
    ...(isFiltered ? [["Of these labels", filteredTracks] as const] : []),
    ["In the library", existingTracks],
    ["New", newTracks],
    ...(doubtfulTracks > 0 ? [["Of these doubtful", doubtfulTracks] as const] : []),
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      {figures.map(([name, count]) => (
        <div key={name}>
          <dt className="text-xs text-dim">{name}</dt>
          <dd className="text-xl font-semibold tabular-nums">{count.toLocaleString("en")}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The look-up of its labels, where it is from a file. The card above asks how far that is. */
function FileJob({ id }: { id: PlaylistId }) {
  const { data: jobs } = trpc.spotify.jobs.useQuery();
  const own = jobs?.find((job) => job.id === id);
  return own ? <JobState job={own} /> : null;
}

/** One playlist against the library. */
export function Results({ id, labels, onLabels, onGone }: ResultsProps) {
  // The list before stays until the one of other labels is there.
  const shownLabels = useDeferredValue(labels);
  const [analysis] = trpc.playlists.get.useSuspenseQuery({ id, labels: [...shownLabels] });
  const [isDeleting, setDeleting] = useState(false);
  const { playlist, allLabels, tracks } = analysis;
  const notice = labelsNotice(analysis);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Card className="flex flex-col gap-5 p-5">
        <CardHeader
          className="p-0"
          title={<bdi>{playlist.name}</bdi>}
          description={playlist.description}
          aside={
            <div className="flex flex-wrap gap-2">
              <Button size="sm" onClick={() => saveFile(`${playlist.name}.csv`, csvOf(tracks))}>
                <FileDown aria-hidden />
                Export CSV
              </Button>
              <Button size="sm" variant="ghost" onClick={() => setDeleting(true)}>
                <Trash2 aria-hidden />
                Delete
              </Button>
            </div>
          }
        />
        <Counts analysis={analysis} />
        <LeaveGuard parameter="playlist">
          <LabelFilter labels={labels} named={allLabels} onChange={onLabels} />
        </LeaveGuard>
        {notice !== null && <Notice>{notice}</Notice>}
        <FileJob id={id} />
      </Card>
      <Tracks id={id} analysis={analysis} />
      {isDeleting && <DeletePlaylistDialog playlist={playlist} onClose={() => setDeleting(false)} onDeleted={onGone} />}
    </div>
  );
}

/** The rows, and what is done with those that are ticked, and with the new ones. */
function Tracks({ id, analysis }: { id: PlaylistId; analysis: PlaylistAnalysis }) {
  const { tracks } = analysis;
  const chosen = useChosen<EntryId>();
  const [decided, setDecided] = useState<EntryId | null>(null);
  const bring = useVerb(trpc.playlists.importTracks, {
    failed: ["Import Failed"],
    shown: (made, { entryIds: [first, ...others] }) =>
      tellImport(made, others.length === 0 ? (tracks.find(({ id: entryId }) => entryId === first) ?? null) : null),
  });
  const existing = tracks.filter(({ existsInLibrary }) => existsInLibrary);
  const fresh = tracks.filter(({ existsInLibrary, candidates }) => !existsInLibrary && candidates.length === 0);
  const trackIds = existing.flatMap((track) => (chosen.ids.has(track.id) && track.libraryTrackId !== null ? [track.libraryTrackId] : []));
  const doubtful = tracks.find((track) => track.id === decided);
  const importing = bring.isPending ? (bring.input?.entryIds ?? []) : [];
  if (tracks.length === 0) {
    return (
      <Card>
        <EmptyState icon={<ListX />} title="No tracks found" text={nothingFound(analysis)} />
      </Card>
    );
  }
  return (
    <Card aria-labelledby="playlist-tracks" className="overflow-clip pb-2">
      <div className="flex flex-wrap items-end gap-3 px-3 pt-5 pb-4 sm:px-5">
        <h3 id="playlist-tracks" className="mr-auto font-semibold tracking-tight">
          Tracks
        </h3>
        {fresh.length > 0 && (
          <Button
            busy={importing.length > 1}
            disabled={bring.isPending}
            onClick={() => bring.run({ id, entryIds: fresh.map((track) => track.id) })}
          >
            <Download aria-hidden />
            Import {plural(fresh.length, "New Track")}
          </Button>
        )}
      </div>
      <AddToStream
        trackIds={trackIds}
        onAdded={chosen.clear}
        onChooseAll={existing.length === 0 ? null : () => chosen.add(existing.map((track) => track.id))}
        onChooseNone={chosen.clear}
      />
      <ScrollRows
        count={tracks.length}
        rowPx={TRACK_ROW_PX}
        keyOf={(index) => tracks[index]?.id ?? index}
        label="Tracks of the playlist"
        className="max-h-[70dvh] overflow-y-auto"
      >
        {(index) => {
          const track = tracks[index];
          return (
            track && (
              <TrackRow
                track={track}
                isChosen={track.existsInLibrary && chosen.ids.has(track.id)}
                isImporting={importing.length === 1 && importing[0] === track.id}
                onChoose={(withShift) =>
                  chosen.press(
                    track.id,
                    withShift,
                    existing.map((each) => each.id),
                  )
                }
                onImport={(entryId) => bring.run({ id, entryIds: [entryId] })}
                onDecide={setDecided}
              />
            )
          );
        }}
      </ScrollRows>
      {doubtful && <DecideDialog playlistId={id} track={doubtful} onClose={() => setDecided(null)} />}
    </Card>
  );
}
