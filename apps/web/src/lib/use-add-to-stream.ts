import type { StreamId, TrackId } from "@nightjar/contract";
import { goneTracksOf } from "./errors.ts";
import { deletedMeanwhile, plural } from "./format.ts";
import { complain, complainOf, type Complaint, notify } from "./toast.ts";
import { trpc } from "./trpc.ts";
import { useVerb, type Verb } from "./use-verb.ts";

const FAILED: Complaint = ["Update Failed", "The tracks could not be added"];

type Adding = Pick<Verb<{ streamId: StreamId; trackIds: TrackId[] }, unknown>, "run" | "isPending">;
/** Of what was to be added some is no longer in the library, and nothing was added: it is to be chosen no more. */
type OnGone = (trackIds: ReadonlySet<string>) => void;

/** Adds tracks to the end of a stream's tracklist, and says how many. @param shown once its tracklist has been read again */
export function useAddToStream(shown: () => void, onGone: OnGone, failed = FAILED): Adding {
  return useVerb(trpc.streams.addTracks, {
    failed: (error) => tellNotAdded(error, failed, onGone),
    done: ({ title }, { trackIds }) => notify("Tracks Added", `${plural(trackIds.length, "track")} added to ${title}`),
    shown,
  });
}

/** Tells why none was added. */
export function tellNotAdded(error: unknown, failed: Complaint, onGone: OnGone): void {
  const gone = goneTracksOf(error);
  if (gone.size === 0) return complainOf(error, failed);
  complain(failed[0], deletedMeanwhile(gone.size));
  onGone(gone);
}
