import type { StreamTrack, StreamWithTracks } from "@nightjar/contract";
import { messageOf } from "../../lib/errors.ts";
import { complain, notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";

export interface TrackActions {
  playNow(track: StreamTrack): void;
  setGapless(track: StreamTrack, isGapless: boolean): void;
}

/** What can be asked of one entry beside its place in the list. */
export function useTrackActions({ id }: StreamWithTracks): TrackActions {
  const utils = trpc.useUtils();
  const jump = trpc.streams.jump.useMutation({
    onSettled: () => utils.streams.onAir.invalidate({ id }),
    onError: (error) => complain("Play Failed", messageOf(error, "The track could not be put on air")),
  });
  const gapless = trpc.streams.setGapless.useMutation({
    onSuccess: () => utils.streams.get.invalidate({ id }),
    onError: (error) => complain("Update Failed", messageOf(error, "The track could not be changed")),
  });
  return {
    playNow: (track) => jump.mutate({ id, itemId: track.itemId }, { onSuccess: () => notify("Playing Next", track.title) }),
    setGapless: (track, isGapless) => gapless.mutate({ id, itemId: track.itemId, isGapless }),
  };
}
