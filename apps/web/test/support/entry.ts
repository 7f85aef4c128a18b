import { type StreamTrack, itemId, trackId } from "@nightjar/contract";

/** A track of the library as an item of a list; called the same in each of its parts. */
export const entry = (name: string): StreamTrack => ({
  ...{ itemId: itemId.parse(name), id: trackId.parse(name), libraryTrackId: trackId.parse(name), title: name, artist: "", duration: "" },
  ...{ artworkUrl: null, existsInLibrary: true, hasAudioFile: true, recordLabel: null, copyrightTagline: null, isGapless: false },
  ...{ gaplessMark: null, durationMs: 1000, levelNote: null },
});
