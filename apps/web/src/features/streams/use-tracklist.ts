import type { StreamTrack, StreamWithTracks } from "@nightjar/contract";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "../../lib/errors.ts";
import { complain, notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { moved } from "./tracklist.ts";

/** Several moves in a row become one call. */
const SAVE_AFTER_MS = 600;

export interface Tracklist {
  /** As it is on the screen: with moves that are not saved yet. */
  readonly tracks: readonly StreamTrack[];
  readonly isSaving: boolean;
  move(from: number, to: number): void;
  remove(index: number): void;
}

interface Draft {
  readonly tracks: readonly StreamTrack[];
  /** The revision it was made from: the server refuses it when somebody was faster. */
  readonly revision: number;
}

/** The stream's ordered list with its changes; every save sends it whole, with the revision it was read at. */
export function useTracklist(stream: StreamWithTracks): Tracklist {
  const utils = trpc.useUtils();
  const [draft, setDraft] = useState<Draft | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const save = trpc.streams.update.useMutation();
  const tracks = draft?.tracks ?? stream.tracks;
  const revision = draft?.revision ?? stream.revision;

  const send = (next: Draft, whenFailed: { title: string; text: string }, whenDone?: () => void) => {
    save.mutate(
      { id: stream.id, tracklistIds: next.tracks.map((track) => track.id), revision: next.revision },
      {
        onSuccess: () => whenDone?.(),
        onError: (error) => complain(whenFailed.title, messageOf(error, whenFailed.text)),
        onSettled: () => void utils.streams.invalidate().then(() => setDraft(null)),
      },
    );
  };
  const hold = (next: Draft, ms: number, run: () => void) => {
    setDraft(next);
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = setTimeout(run, ms);
  };
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  return {
    tracks,
    isSaving: save.isPending,
    move(from, to) {
      const next = { tracks: moved(tracks, from, to), revision };
      if (next.tracks !== tracks)
        hold(next, SAVE_AFTER_MS, () => send(next, { title: "Update Failed", text: "The new order could not be saved" }));
    },
    remove(index) {
      const track = tracks[index];
      if (!track) return;
      const next = { tracks: tracks.toSpliced(index, 1), revision };
      hold(next, 0, () =>
        send(next, { title: "Remove Failed", text: "Failed to remove track from stream" }, () => notify("Track Removed", track.title)),
      );
    },
  };
}
