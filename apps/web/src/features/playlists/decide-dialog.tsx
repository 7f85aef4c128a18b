import type { PlaylistId, PlaylistTrack, TrackId } from "@nightjar/contract";
import { Button, Dialog, DialogCancel, keyedOnce, oncePressed } from "@nightjar/ui";
import { isolated } from "../../lib/isolated.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";

export interface DecideDialogProps {
  playlistId: PlaylistId;
  track: PlaylistTrack;
  onClose: () => void;
}

/** Which track of the library one of a playlist is, where that is doubtful. Mounted while it is open. */
export function DecideDialog({ playlistId, track, onClose }: DecideDialogProps) {
  const decide = useVerb(trpc.playlists.decide, { failed: ["Error", "This could not be kept"], shown: onClose });
  const say = (trackId: TrackId | null) => decide.run({ id: playlistId, entryId: track.id, trackId });
  const [first] = track.candidates;
  // What we say ourselves is read before the dialog goes.
  const isOver = !decide.isPending && first === undefined;
  return (
    <Dialog
      onClose={onClose}
      locked={decide.isPending}
      title="Is it in your library?"
      description={[`“${track.title}” by ${isolated(track.artist)}`, track.duration].filter((text) => text !== null).join(", ")}
      footer={
        <>
          <DialogCancel disabled={decide.isPending} />
          {!isOver && (
            <Button disabled={decide.isPending} onKeyDown={keyedOnce} onClick={oncePressed(() => say(null))}>
              {track.candidates.length > 1 ? "None of these" : "No, it is another"}
            </Button>
          )}
        </>
      }
    >
      {isOver && (
        <p role="alert" className="text-sm text-warn">
          {track.existsInLibrary
            ? "This was decided meanwhile: it is in your library."
            : "No track of your library is in question here any more."}
        </p>
      )}
      <ul className="flex flex-col gap-2">
        {track.candidates.map(({ trackId, title, artist, duration, why }) => (
          <li key={trackId} className="flex flex-wrap items-center gap-3 rounded-lg border border-line p-3">
            <div className="min-w-0 flex-1 basis-48">
              <p className="text-sm font-medium wrap-anywhere">
                <bdi>{title}</bdi> by <bdi>{artist}</bdi>, {duration}
              </p>
              <p className="text-xs text-soft">It has {why}.</p>
            </div>
            <Button
              variant={trackId === first?.trackId ? "primary" : "secondary"}
              busy={decide.isPending && decide.input?.trackId === trackId}
              disabled={decide.isPending}
              onKeyDown={keyedOnce}
              onClick={oncePressed(() => say(trackId))}
            >
              This one
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
