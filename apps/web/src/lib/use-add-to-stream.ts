import type { ItemId, NewEntry, StreamId, TrackId } from "@nightjar/contract";
import { newId } from "@nightjar/kit";
import { useState } from "react";
import { tellOfAdded } from "./added-tracks.ts";
import { goneTracksOf, statusOf } from "./errors.ts";
import { deletedMeanwhile, plural } from "./format.ts";
import { complain, complainOf, type Complaint, notify } from "./toast.ts";
import { trpc } from "./trpc.ts";
import { useVerb, type Verb } from "./use-verb.ts";

const FAILED: Complaint = ["Update Failed", "The tracks could not be added"];

interface Adding extends Pick<Verb<{ streamId: StreamId; trackIds: TrackId[] }, unknown>, "run" | "isPending"> {
  /** The entry that a track is to become, the same one until it is added: a press whose answer was lost may have been carried out. */
  entryOf(streamId: StreamId, trackId: TrackId): ItemId;
}
/** Of what was to be added some is no longer in the library, and nothing was added: it is to be chosen no more. */
type OnGone = (trackIds: ReadonlySet<string>) => void;

/** Adds tracks to the end of a stream's tracklist, and says how many. @param shown once its tracklist has been read again */
export function useAddToStream(shown: () => void, onGone: OnGone, failed = FAILED): Adding {
  const [entries] = useState(() => new Map<string, ItemId>());
  const entryOf = (streamId: StreamId, trackId: TrackId, time = 1) => {
    const key = `${streamId} ${trackId} ${time}`;
    const itemId = entries.get(key) ?? (newId() as ItemId);
    entries.set(key, itemId);
    return itemId;
  };
  const { attempt, isPending } = useVerb(trpc.streams.addTracks, {
    failed: (error) => tellNotAdded(error, failed, onGone),
    done: ({ title }, { trackIds }) => notify("Tracks Added", `${plural(trackIds.length, "track")} added to ${title}`),
    shown() {
      // Added once more on purpose, they are others.
      entries.clear();
      shown();
    },
  });
  return {
    ...{ entryOf, isPending },
    run({ streamId, trackIds }) {
      // A playlist may hold a track twice.
      const times = new Map<TrackId, number>();
      const added = trackIds.map((trackId): NewEntry => {
        const time = (times.get(trackId) ?? 0) + 1;
        times.set(trackId, time);
        return { itemId: entryOf(streamId, trackId, time), trackId, isGapless: null };
      });
      tellAdded(attempt({ streamId, trackIds, itemIds: added.map(({ itemId }) => itemId) }), streamId, added);
    },
  };
}

/** Tracks were sent to the end of a list: tells of them once they stand there, or may, as the answer was lost. */
export function tellAdded(sent: Promise<unknown>, id: StreamId, entries: readonly NewEntry[]): void {
  const tell = () => tellOfAdded(id, entries);
  sent.then(tell, (error: unknown) => {
    if (statusOf(error) === null) tell();
  });
}

/** Tells why none was added. */
export function tellNotAdded(error: unknown, failed: Complaint, onGone: OnGone): void {
  const gone = goneTracksOf(error);
  if (gone.size === 0) return complainOf(error, failed);
  complain(failed[0], deletedMeanwhile(gone.size));
  onGone(gone);
}
