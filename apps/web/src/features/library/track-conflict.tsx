import { FormConflict, type FormConflictProps } from "../../layout/form-conflict.tsx";
import { changedNames, type TrackFormValues } from "./track-form.ts";

const LABELS: Readonly<Record<keyof TrackFormValues, string>> = {
  ...{ isrcCode: "ISRC Code", title: "Title", artist: "Artist", album: "Album", duration: "Duration", genre: "Genre", mood: "Mood" },
  ...{ bpm: "BPM", key: "Musical Key", language: "Language", recordLabel: "Record Label", releaseDate: "Release Date" },
  ...{ explicit: "Explicit", tags: "Tags", artworkUrl: "Artwork", fileUrl: "Audio File" },
};

export interface TrackConflictProps extends Pick<FormConflictProps, "onLoad" | "onKeep"> {
  /** As the form was opened. */
  before: TrackFormValues;
  theirs: TrackFormValues;
}

/** Somebody else saved this track while it was edited here. */
export function TrackConflict({ before, theirs, onLoad, onKeep }: TrackConflictProps) {
  return <FormConflict of="track" names={changedNames(before, theirs).map((name) => LABELS[name])} onLoad={onLoad} onKeep={onKeep} />;
}
