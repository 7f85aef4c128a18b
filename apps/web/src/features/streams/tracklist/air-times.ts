import { type ItemId, type OnAir, type StreamHead, type StreamTrack, fittingFadeMs } from "@nightjar/contract";

export type TimedEntry = Pick<StreamTrack, "itemId" | "id" | "durationMs" | "hasAudioFile" | "isGapless">;
type Joining = Pick<StreamHead, "order" | "crossfadeMs">;

/** What is told of a stream on air that decides when its entries follow. */
export type Following = Pick<OnAir, "nextTrack" | "quarantine">;

/** How long the list plays until it repeats. What is shuffled is counted as if each were followed by its like. */
export function roundMs(tracks: readonly TimedEntry[], joining: Joining): number {
  const fadeMs = fadesOf(tracks, joining);
  const playable = tracks.filter(({ hasAudioFile }) => hasAudioFile);
  const nextOf = (track: TimedEntry, at: number) =>
    (joining.order === "sequential" ? playable[(at + 1) % playable.length] : undefined) ?? track;
  return playable.reduce((sumMs, track, at) => sumMs + Math.max(0, track.durationMs - fadeMs(track, nextOf(track, at))), 0);
}

/**
 * When each entry will be on air, Unix time, once round the list: from what the engine tells as next, each when the one before it ends, by the
 * rule that the engine joins tracks by. Of a shuffled list only what is next is known: what comes then is chosen when its time is near.
 */
export function airTimes(
  tracks: readonly TimedEntry[],
  joining: Joining,
  { nextTrack, quarantine }: Following,
): ReadonlyMap<ItemId, number> {
  if (nextTrack === null) return new Map();
  const leftOut = new Set(quarantine.map(({ trackId }) => trackId));
  const playable = tracks.filter(({ id, hasAudioFile }) => hasAudioFile && !leftOut.has(id));
  const first = playable.findIndex(({ itemId }) => itemId === nextTrack.itemId);
  if (first < 0) return new Map();
  const round = joining.order === "shuffled" ? playable.slice(first, first + 1) : [...playable.slice(first), ...playable.slice(0, first)];
  const fadeMs = fadesOf(tracks, joining);
  let atMs = Date.parse(nextTrack.startedAt);
  return new Map(
    round.map((track, at) => {
      const before = round[at - 1];
      if (before) atMs += Math.max(0, before.durationMs - fadeMs(before, track));
      return [track.itemId, atMs];
    }),
  );
}

/** How long two entries are both heard where one follows the other: not at all where it goes on from the very one above it. */
function fadesOf(tracks: readonly TimedEntry[], { order, crossfadeMs }: Joining) {
  const goesOnFrom = new Map<TimedEntry, TimedEntry>();
  tracks.forEach((track, index) => {
    const above = tracks[index - 1];
    if (order === "sequential" && track.isGapless && track.hasAudioFile && above?.hasAudioFile) goesOnFrom.set(track, above);
  });
  return (before: TimedEntry, after: TimedEntry) => (goesOnFrom.get(after) === before ? 0 : fittingFadeMs(crossfadeMs, before, after));
}
