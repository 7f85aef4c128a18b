import type { PlaylistJob } from "@nightjar/contract";
import { Recent } from "@nightjar/kit";

/** What is told of those that are over. */
const KEPT_MAX = 50;

/** Readings of playlists: they go on though nobody looks, and who comes back is told how far they are. */
export interface PlaylistJobs {
  states(): PlaylistJob[];
  /** One of the same playlist that is under way is that one. @throws what the work throws */
  run<T>(spotifyId: string, work: (tell: (state: Partial<PlaylistJob>) => void, signal: AbortSignal) => Promise<T>): Promise<T>;
  isRunning(spotifyId: string): boolean;
  close(): void;
}

export function createPlaylistJobs(): PlaylistJobs {
  const states = new Recent<string, PlaylistJob>({ most: KEPT_MAX });
  const ending = new AbortController();
  const tell = (spotifyId: string) => (state: Partial<PlaylistJob>) => {
    const before = states.get(spotifyId) ?? { spotifyId, is: "reading", done: 0, total: null, playlistId: null, sentence: null };
    states.set(spotifyId, { ...before, ...state });
  };
  const isRunning = (spotifyId: string) => ["reading", "labels"].includes(states.get(spotifyId)?.is ?? "done");
  return {
    states: () => states.entries().map(([, state]) => state),
    isRunning,
    async run(spotifyId, work) {
      states.delete(spotifyId);
      const say = tell(spotifyId);
      say({});
      try {
        return await work(say, ending.signal);
      } catch (error) {
        say({ is: "failed", sentence: error instanceof Error ? error.message : "Something went wrong." });
        throw error;
      }
    },
    close: () => ending.abort(),
  };
}
