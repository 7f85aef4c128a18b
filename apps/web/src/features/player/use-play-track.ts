import type { Track } from "@nightjar/contract";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { player } from "./use-player.ts";

/** Lets a track be heard in the studio, and says so. */
export function usePlayTrack(): (track: Track) => void {
  const setCurrent = useVerb(trpc.settings.patch, { failed: ["Error", "The current track could not be set"] });
  return (track) => {
    player.play(track);
    setCurrent.run({ currentTrackId: track.id }, () => {
      const { track: current, hasFailed } = player.snapshot();
      // There is room for one notice: that it plays must not take the place of that it cannot.
      if (!hasFailed || current?.id !== track.id) notify("Now Playing", `${track.title} by ${track.artist}`);
    });
  };
}
