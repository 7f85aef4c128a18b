import { Button, Notice } from "@nightjar/ui";
import { changedNames, type TrackFormValues } from "./track-form.ts";

const LABELS: Readonly<Record<keyof TrackFormValues, string>> = {
  ...{ isrcCode: "ISRC Code", title: "Title", artist: "Artist", album: "Album", duration: "Duration", genre: "Genre", mood: "Mood" },
  ...{ bpm: "BPM", key: "Musical Key", language: "Language", recordLabel: "Record Label", releaseDate: "Release Date" },
  ...{ explicit: "Explicit", tags: "Tags", artworkUrl: "Artwork", fileUrl: "Audio File" },
};
const list = new Intl.ListFormat("en", { type: "conjunction" });

export interface TrackConflictProps {
  /** As the form was opened. */
  before: TrackFormValues;
  theirs: TrackFormValues;
  onLoad: () => void;
  onKeep: () => void;
}

/** Once, when it appears: who types further down would not see why nothing can be saved. */
const bringIntoView = (element: HTMLDivElement | null) => element?.scrollIntoView({ block: "nearest" });

/** Somebody else saved this track while it was edited here: what they changed, and both ways out. */
export function TrackConflict({ before, theirs, onLoad, onKeep }: TrackConflictProps) {
  const names = changedNames(before, theirs).map((name) => LABELS[name]);
  return (
    <div ref={bringIntoView}>
      <Notice tone="warn" role="alert">
        <p>
          Somebody changed {names.length > 0 && `${list.format(names)} of `}this track while you were editing it. Your changes are not saved
          yet.
        </p>
        <p className="mt-1 text-soft">Keeping yours leaves alone what only they have changed.</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" onClick={onLoad}>
            Load theirs
          </Button>
          <Button size="sm" variant="primary" onClick={onKeep}>
            Keep mine
          </Button>
        </div>
      </Notice>
    </div>
  );
}
