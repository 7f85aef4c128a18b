import { type Stream, type StreamTrack, fittingFadeMs } from "@nightjar/contract";

type Timed = Pick<StreamTrack, "durationMs" | "hasAudioFile" | "isGapless">;

/** How long the list plays until it repeats, by the rule that the engine joins tracks by. What is shuffled is counted as if all were alike. */
export function roundMs(tracks: readonly Timed[], { order, crossfadeMs }: Pick<Stream, "order" | "crossfadeMs">): number {
  const isSequential = order === "sequential";
  const playable = tracks.filter(({ hasAudioFile }) => hasAudioFile);
  const goesOn = (track: Timed, index: number) => isSequential && track.isGapless && tracks[index - 1]?.hasAudioFile === true;
  const joined = new Set(tracks.filter(goesOn));
  return playable.reduce((sumMs, track, at) => {
    const next = (isSequential ? playable[(at + 1) % playable.length] : undefined) ?? track;
    const fadeMs = joined.has(next) ? 0 : fittingFadeMs(crossfadeMs, track, next);
    return sumMs + Math.max(0, track.durationMs - fadeMs);
  }, 0);
}
