import type { PlaylistJob } from "@nightjar/contract";
import { Button, Card, Field, Input, Locked, Notice } from "@nightjar/ui";
import { Link } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useState, type SyntheticEvent } from "react";
import { UNSAVED, useLeaveGuard } from "../../layout/leave-guard.tsx";
import { plural } from "../../lib/format.ts";
import { complain, notify } from "../../lib/toast.ts";
import { api, trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { JobState } from "./job-state.tsx";
import { failureTitle, INVALID_URL, isOfFile, isRunning, jobName } from "./jobs.ts";
import { useJobs } from "./use-jobs.ts";

/** How many tracks it has the job does not tell any more: it may count labels by now. */
async function tellKept(job: PlaylistJob): Promise<void> {
  await api.playlists.list.invalidate();
  const kept = api.playlists.list.getData()?.find(({ id }) => id === job.playlistId);
  if (!job.syncs) notify("Playlist Analyzed", kept ? `${kept.name}: ${plural(kept.trackCount, "track")}` : jobName(job));
}

interface AnalyzeCardProps {
  onBegun: () => void;
  /** It is read, and was asked for here. */
  onOpen: (id: string) => void;
}

/** A playlist by its address. How far the reading is, is seen after a reload as well. */
export function AnalyzeCard({ onBegun, onOpen }: AnalyzeCardProps) {
  const { data: status } = trpc.spotify.status.useQuery();
  const [url, setUrl] = useState("");
  const guard = useLeaveGuard({ loss: () => (url === "" ? null : UNSAVED), isUnderWay: () => url !== "" });
  const { all, follow } = useJobs({
    kept: (job, isOwn) => void tellKept(job).then(() => isOwn && job.playlistId !== null && onOpen(job.playlistId)),
    failed: (job) => !job.syncs && complain(failureTitle(job), `${jobName(job)}: ${job.sentence ?? "Unknown error occurred"}`),
  });
  const ofSpotify = all.filter((job) => !isOfFile(job));
  const running = ofSpotify.filter(isRunning);
  const told = ofSpotify.findLast((job) => !isRunning(job) && job.sentence !== null);
  // Once it is emptied it takes the next one, before all that has changed is read again.
  const [isSent, setSent] = useState(false);
  const start = useVerb(trpc.spotify.startAnalysis, {
    failed: ["Analysis Failed", "Unknown error occurred"],
    starting: () => setSent(true),
    settled: () => setSent(false),
    done: ({ spotifyId }) => {
      setUrl("");
      setSent(false);
      follow(spotifyId);
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!INVALID_URL.accepts(url)) return complain(INVALID_URL.title, INVALID_URL.textOf(url));
    onBegun();
    start.run({ playlistUrl: url });
  };
  return (
    <Card className="flex flex-col gap-4 p-5">
      {status?.isConnected === false && (
        <Notice>
          To analyze a Spotify playlist by its address,{" "}
          <Link to="/spotify" className="text-moon underline underline-offset-4">
            connect a Spotify account
          </Link>
          . A CSV file needs none.
        </Notice>
      )}
      <form onSubmit={submit} noValidate className="flex flex-wrap items-end gap-3">
        <Locked value={isSent}>
          <Field label="Spotify playlist URL" className="min-w-0 flex-1 basis-64">
            {(control) => (
              <Input
                {...control}
                inputMode="url"
                placeholder="https://open.spotify.com/playlist/..."
                value={url}
                onChange={(event) => setUrl(event.target.value)}
              />
            )}
          </Field>
        </Locked>
        <Button type="submit" variant="primary" busy={start.isPending}>
          <Search aria-hidden />
          Analyze Playlist
        </Button>
      </form>
      {guard}
      {running.map((job) => (
        <JobState key={job.id} job={job} />
      ))}
      {told && <JobState job={told} />}
    </Card>
  );
}
