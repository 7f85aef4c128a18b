import type { StreamTrack, StreamWithTracks } from "@nightjar/contract";
import { notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { stepsAreSent } from "../state/steps-are-sent.ts";

export interface TrackActions {
  playNow(track: StreamTrack): void;
  setGapless(track: StreamTrack, isGapless: boolean): void;
  /** What is to be played now, as was asked for and is perhaps not told yet; null: nothing is. */
  readonly aimId: string | null;
}

/** What can be asked of one entry beside its place in the list. */
export function useTrackActions({ id }: StreamWithTracks): TrackActions {
  const jump = useVerb(trpc.streams.jump, {
    after: stepsAreSent,
    failed: ["Play Failed", "The track could not be put on air"],
  });
  const gapless = useVerb(trpc.streams.setGapless, {
    failed: ["Update Failed", "The track could not be changed"],
  });
  return {
    playNow: (track) => jump.run({ id, itemId: track.itemId }, () => notify("Playing Next", track.title)),
    aimId: jump.isPending ? (jump.input?.itemId ?? null) : null,
    setGapless: (track, isGapless) => gapless.run({ id, itemId: track.itemId, isGapless }),
  };
}
