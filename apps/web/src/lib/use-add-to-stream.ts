import type { StreamId, TrackId } from "@nightjar/contract";
import { plural } from "./format.ts";
import { type Complaint, notify } from "./toast.ts";
import { trpc } from "./trpc.ts";
import { useVerb, type Verb } from "./use-verb.ts";

const FAILED: Complaint = ["Update Failed", "The tracks could not be added"];

type Adding = Pick<Verb<{ streamId: StreamId; trackIds: TrackId[] }, unknown>, "run" | "isPending">;

/** Adds tracks to the end of a stream's tracklist, and says how many. @param shown once its tracklist has been read again */
export function useAddToStream(shown: () => void, failed = FAILED): Adding {
  return useVerb(trpc.streams.addTracks, {
    failed,
    done: ({ title }, { trackIds }) => notify("Tracks Added", `${plural(trackIds.length, "track")} added to ${title}`),
    shown,
  });
}
