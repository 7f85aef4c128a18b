import type { PlaylistJob } from "@nightjar/contract";
import { useEffect, useEffectEvent, useRef } from "react";
import { trpc } from "../../lib/trpc.ts";
import { begunJob, isRunning, newsOf } from "./jobs.ts";

/** While one runs it is looked at every second. */
const POLL_MS = 1000;
const NONE: readonly PlaylistJob[] = [];

export interface JobNews {
  /** Its tracks are kept. @param isOwn it was begun on this screen, and not by itself, by somebody else or before a reload */
  kept(job: PlaylistJob, isOwn: boolean): void;
  failed(job: PlaylistJob, isOwn: boolean): void;
}

export interface Jobs {
  /** Those that are under way, and the last ones that are over. */
  readonly all: readonly PlaylistJob[];
  /** One has just been begun here. */
  follow(id: string): void;
}

/** Readings of playlists, told when they are through. */
export function useJobs(news: JobNews): Jobs {
  const { data = NONE, refetch } = trpc.spotify.jobs.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_MS : false),
    // What was true when the page was left is not any more.
    staleTime: 0,
  });
  const before = useRef<readonly PlaylistJob[]>(NONE);
  const own = useRef(new Set<string>());
  const tell = (now: readonly PlaylistJob[]) => {
    const { kept, failed } = newsOf(before.current, now);
    before.current = now;
    for (const job of kept) news.kept(job, own.current.delete(job.id));
    for (const job of failed) news.failed(job, own.current.delete(job.id));
    // Whoever begins it next is somebody else.
    for (const job of now) if (job.is === "cancelled") own.current.delete(job.id);
  };
  const hear = useEffectEvent(tell);
  useEffect(() => hear(data), [data]);
  return {
    all: data,
    follow(id) {
      own.current.add(id);
      // It may be over before it is looked at.
      before.current = [...before.current.filter((job) => job.id !== id), begunJob(id)];
      void refetch().then(({ data: now }) => tell(now ?? NONE));
    },
  };
}
