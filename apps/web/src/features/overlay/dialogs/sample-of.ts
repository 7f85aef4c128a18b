import { parseDuration, type Track } from "@nightjar/contract";
import { FALLBACK_DURATION_MS, type SampleTrack } from "../../../lib/scene/samples.ts";

/** A track of the library. One that is 0:00 long says nothing of its length. */
export const sampleOf = ({
  id,
  title,
  artist,
  artworkUrl,
  duration,
}: Omit<SampleTrack, "label" | "durationMs"> & Pick<Track, "duration">): SampleTrack => ({
  ...{ id, title, artist, artworkUrl },
  label: title,
  durationMs: parseDuration(duration) || FALLBACK_DURATION_MS,
});
