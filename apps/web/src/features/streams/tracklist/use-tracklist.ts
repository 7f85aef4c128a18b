import type { StreamId, StreamTrack, StreamWithTracks } from "@nightjar/contract";
import { useEffect, useState } from "react";
import { ownChangesAreRead } from "../../../lib/live/reads.ts";
import { complainOf, notify } from "../../../lib/toast.ts";
import { trpcClient } from "../../../lib/trpc.ts";
import { createSaveQueue, type SaveQueue } from "./save-queue.ts";
import { moved } from "./tracklist.ts";

/** Several moves in a row become one call. */
const PAUSE_MS = 500;

export interface Tracklist {
  /** As it is on the screen: with changes that are not saved yet. */
  readonly tracks: readonly StreamTrack[];
  readonly isSaving: boolean;
  move(from: number, to: number): void;
  remove(index: number): void;
}

interface Draft {
  readonly tracks: readonly StreamTrack[];
  /** The track taken out; null: the order was changed. */
  readonly removed: StreamTrack | null;
}

interface Saver extends SaveQueue<Draft> {
  /** The revision the next save is made from. */
  readAt(revision: number): void;
}

function createSaver(id: StreamId, firstRevision: number, onIdle: () => void): Saver {
  let revision = firstRevision;
  let last: Draft | null = null;
  const queue = createSaveQueue<Draft>({
    async save(next) {
      last = next;
      const tracklistIds = next.tracks.map((track) => track.id);
      const saved = await trpcClient.streams.update.mutate({ id, tracklistIds, revision });
      revision = saved.revision;
      if (next.removed) notify("Track Removed", next.removed.title);
    },
    onFailed: (error) =>
      complainOf(
        error,
        last?.removed ? ["Remove Failed", "Failed to remove track from stream"] : ["Update Failed", "The new order could not be saved"],
      ),
    onIdle: () => void ownChangesAreRead().then(onIdle),
  });
  return { ...queue, readAt: (read) => void (revision = read) };
}

/** The stream's ordered list with its changes; every save sends it whole, with the revision it was read at. */
export function useTracklist(stream: StreamWithTracks): Tracklist {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [saver] = useState(() => createSaver(stream.id, stream.revision, () => setDraft(null)));
  const isIdle = draft === null;
  useEffect(() => {
    // With changes of our own under way a newer revision is somebody else's: the server shall refuse ours.
    if (isIdle) saver.readAt(stream.revision);
  }, [isIdle, saver, stream.revision]);
  // Leaving the tab must not lose the last move.
  useEffect(() => () => saver.flush(), [saver]);

  const tracks = draft?.tracks ?? stream.tracks;
  const put = (next: Draft, pauseMs: number) => {
    setDraft(next);
    saver.put(next, pauseMs);
  };
  return {
    tracks,
    isSaving: !isIdle,
    move(from, to) {
      const next = moved(tracks, from, to);
      if (next !== tracks) put({ tracks: next, removed: null }, PAUSE_MS);
    },
    remove(index) {
      const removed = tracks[index];
      if (removed) put({ tracks: tracks.toSpliced(index, 1), removed }, 0);
    },
  };
}
