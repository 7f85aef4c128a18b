import type { EntryId, PlaylistTrack } from "@nightjar/contract";
import { Badge, Button, Checkbox, type Tone } from "@nightjar/ui";
import { Download, HelpCircle } from "lucide-react";
import { Cover } from "../../layout/cover.tsx";

export const TRACK_ROW_PX = 84;

export interface TrackRowProps {
  track: PlaylistTrack;
  isChosen: boolean;
  isImporting: boolean;
  onChoose: (withShift: boolean) => void;
  onImport: (id: EntryId) => void;
  onDecide: (id: EntryId) => void;
}

function stateOf({ existsInLibrary, hasAudioFile, candidates }: PlaylistTrack): { word: string; tone: Tone } {
  if (existsInLibrary) return hasAudioFile ? { word: "In library", tone: "good" } : { word: "No File", tone: "warn" };
  return candidates.length > 0 ? { word: "Doubtful", tone: "warn" } : { word: "New", tone: "neutral" };
}

/** One track of a playlist: what it is in the library, and what can be done about it. */
export function TrackRow({ track, isChosen, isImporting, onChoose, onImport, onDecide }: TrackRowProps) {
  const { id, title, artist, recordLabel, duration, existsInLibrary, candidates, why } = track;
  const { word, tone } = stateOf(track);
  const isDoubtful = candidates.length > 0;
  return (
    <div
      role="listitem"
      className="grid h-21 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 border-t border-line px-3 sm:grid-cols-[auto_auto_minmax(0,1fr)_4rem_6rem_7rem] sm:px-5"
    >
      <Checkbox label="" aria-label={`Choose ${title}`} checked={isChosen} disabled={!existsInLibrary} onPress={onChoose} />
      <Cover url={track.artworkUrl} className="size-10 rounded-md max-sm:hidden" />
      <div className="min-w-0">
        <p dir="auto" className="truncate text-sm font-medium">
          {title}
        </p>
        <p className="name-line text-xs text-soft">
          <bdi>{artist}</bdi>
          {recordLabel !== null && (
            <>
              {" "}
              · <bdi>{recordLabel}</bdi>
            </>
          )}
        </p>
        {why !== null && <p className="truncate text-xs text-dim">Found by {why}</p>}
      </div>
      <span className="text-sm text-soft tabular-nums max-sm:hidden">{duration}</span>
      <span className="max-sm:hidden">
        <Badge tone={tone}>{word}</Badge>
      </span>
      <div className="flex flex-col items-end gap-1">
        <span className="sm:hidden">
          <Badge tone={tone}>{word}</Badge>
        </span>
        {isDoubtful && (
          <Button size="sm" aria-label={`Decide about ${title}`} onClick={() => onDecide(id)}>
            <HelpCircle aria-hidden />
            Decide
          </Button>
        )}
        {!existsInLibrary && !isDoubtful && (
          <Button size="sm" busy={isImporting} aria-label={`Import ${title}`} onClick={() => onImport(id)}>
            <Download aria-hidden />
            Import
          </Button>
        )}
      </div>
    </div>
  );
}
