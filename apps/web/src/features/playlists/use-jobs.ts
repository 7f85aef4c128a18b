import type { PlaylistJob } from "@nightjar/contract";
import { useEffect, useEffectEvent, useRef } from "react";
import { plural } from "../../lib/format.ts";
import { complain, notify } from "../../lib/toast.ts";
import { api, trpc } from "../../lib/trpc.ts";
import { begunJob, isRunning, newsOf } from "./jobs.ts";

/** While one runs it is looked at every second. */
const POLL_MS = 1000;
const NONE: readonly PlaylistJob[] = [];

export interface Jobs {
  readonly running: readonly PlaylistJob[];
  /** What the last one that is over has to say; null: nothing. */
  readonly told: PlaylistJob | null;
  /** One has just begun. */
  follow(spotifyId: string): void;
}

/** Readings of playlists that are under way, told when they are through. */
export function useJobs(onKept: (id: string) => void): Jobs {
  const { data = NONE, refetch } = trpc.spotify.jobs.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_MS : false),
    // What was true when the page was left is not any more.
    staleTime: 0,
  });
  const before = useRef<readonly PlaylistJob[]>(NONE);
  const tell = (now: readonly PlaylistJob[]) => {
    const { kept, failed } = newsOf(before.current, now);
    before.current = now;
    for (const { playlistId, total } of kept) {
      notify("Playlist Analyzed", total === null ? undefined : plural(total, "item"));
      if (playlistId !== null) void api.playlists.list.invalidate().then(() => onKept(playlistId));
    }
    for (const { sentence } of failed) complain("Analysis Failed", sentence ?? "Unknown error occurred");
  };
  const hear = useEffectEvent(tell);
  useEffect(() => hear(data), [data]);
  const over = data.findLast((job) => !isRunning(job) && job.sentence !== null);
  return {
    running: data.filter(isRunning),
    told: over ?? null,
    follow(spotifyId) {
      // It may be over before it is looked at.
      before.current = [...before.current.filter((job) => job.spotifyId !== spotifyId), begunJob(spotifyId)];
      void refetch().then(({ data: now }) => tell(now ?? NONE));
    },
  };
}
