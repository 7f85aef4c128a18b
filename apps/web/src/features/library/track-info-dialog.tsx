import type { Track } from "@nightjar/contract";
import { Dialog } from "@nightjar/ui";
import { TrackFacts } from "./track-facts.tsx";

/** Everything known about a track. Mounted while it is open. */
export function TrackInfoDialog({ track, onClose }: { track: Track; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={track.title} description={track.artist}>
      <TrackFacts track={track} />
    </Dialog>
  );
}
