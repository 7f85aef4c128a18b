import type { PlaylistJob } from "@nightjar/contract";
import { Badge, Button, cn, Counting, EmptyState, oncePressed } from "@nightjar/ui";
import { Link } from "@tanstack/react-router";
import { ListMusic, RefreshCw } from "lucide-react";
import { Cover } from "../../layout/cover.tsx";
import { plural } from "../../lib/format.ts";
import { complain, notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { CancelJob } from "../playlists/cancel-job.tsx";
import { isRunning, jobSentence, syncSentence } from "../playlists/jobs.ts";
import { useJobs } from "../playlists/use-jobs.ts";

const FOREIGN =
  "Spotify lets nobody read the tracks of a playlist that is somebody else's. Copy them into one of your own, or import a CSV file.";

const NOT_SYNCED = "Could not sync playlist from Spotify";

/** How far the reading of a playlist is, or what it did and left out. */
function sentencesOf(job: PlaylistJob | undefined): string[] {
  if (!job) return [];
  if (isRunning(job)) return [jobSentence(job)];
  return [...(job.synced ? [syncSentence(job.synced)] : []), ...(job.sentence === null ? [] : [job.sentence])];
}

/** The account's playlists, each with its Sync. */
export function SpotifyPlaylists() {
  const [playlists] = trpc.spotify.playlists.useSuspenseQuery();
  const { all, follow } = useJobs({
    kept: ({ synced }, isOwn) => isOwn && notify("Sync Successful", synced ? syncSentence(synced) : undefined),
    failed: ({ sentence }, isOwn) => isOwn && complain("Sync Failed", NOT_SYNCED, sentence ?? undefined),
  });
  const sync = useVerb(trpc.spotify.startSync, {
    failed: ["Sync Failed", NOT_SYNCED, "always"],
    done: ({ spotifyId }) => follow(spotifyId),
  });
  const jobOf = (id: string) => all.find((job) => job.id === id);
  if (playlists.length === 0) {
    return (
      <EmptyState icon={<ListMusic />} title="No playlists" text="This account has none yet. Make one at Spotify, and it is listed here." />
    );
  }
  return (
    <ul className="pt-3">
      {playlists.map(({ id, name, coverUrl, trackCount, isReadable }) => (
        <li key={id} className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-3">
          <Cover url={coverUrl} className="size-10 rounded-md" />
          <div className="min-w-0 flex-1 basis-40">
            <p dir="auto" className="truncate text-sm font-medium">
              {name}
            </p>
            {(isReadable || trackCount > 0) && <p className="text-xs text-dim tabular-nums">{plural(trackCount, "track")}</p>}
            {!isReadable && <p className="text-xs text-soft">{FOREIGN}</p>}
            <div role="status" className={cn("text-xs tabular-nums", jobOf(id)?.is === "failed" ? "text-bad" : "text-soft")}>
              {sentencesOf(jobOf(id)).map((sentence, at) => (
                <p key={at}>
                  <Counting text={sentence} />
                </p>
              ))}
            </div>
          </div>
          <CancelJob job={jobOf(id)} name={name} />
          {isReadable ? (
            <Button
              size="sm"
              aria-label={`Sync ${name}`}
              busy={(sync.isPending && sync.input?.playlistId === id) || jobOf(id)?.is === "reading"}
              disabled={sync.isPending}
              onClick={oncePressed(() => sync.run({ playlistId: id }))}
            >
              <RefreshCw aria-hidden />
              Sync
            </Button>
          ) : (
            <Badge>Somebody else's</Badge>
          )}
        </li>
      ))}
      <li className="border-t border-line px-5 pt-3 text-sm">
        <Link to="/playlist-sync" className="text-moon underline underline-offset-4">
          See what was synced, and filter it by record label
        </Link>
      </li>
    </ul>
  );
}
