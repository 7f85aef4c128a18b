import { formatDuration, type Track } from "@nightjar/contract";
import { AudioPlayer, ProgressBar } from "@nightjar/ui";
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Cover } from "../../layout/cover.tsx";
import { plural } from "../../lib/format.ts";

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-4">
      <h3 className="mb-2 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

/** Names and values; what is not known is left out. */
function List({ facts }: { facts: readonly (readonly [string, string | number | null])[] }) {
  const known = facts.filter(([, value]) => value !== null && value !== "");
  if (known.length === 0) return <p className="text-sm text-dim">Nothing is known.</p>;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-sm sm:grid-cols-[auto_minmax(0,1fr)_auto_minmax(0,1fr)]">
      {known.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-dim">{name}</dt>
          <dd dir="auto" className="wrap-anywhere tabular-nums">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Measure({ name, percent }: { name: string; percent: number | null }) {
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)_3rem] items-center gap-3 text-sm">
      <span className="text-dim">{name}</span>
      <ProgressBar label={name} value={(percent ?? 0) / 100} />
      <span className="text-right tabular-nums">{percent === null ? "–" : `${percent}%`}</span>
    </div>
  );
}

const trackNumber = (track: Track) =>
  track.trackNumber === null
    ? null
    : track.albumTotalTracks === null
      ? String(track.trackNumber)
      : `${track.trackNumber} of ${track.albumTotalTracks}`;

function AlbumAndLinks({ track }: { track: Track }) {
  const preview = track.previewUrl ?? track.fileUrl;
  return (
    <Facts title="Album & Links">
      <List
        facts={[
          ["Album type", track.albumType],
          ["Track number", trackNumber(track)],
          ["Released", track.albumReleaseDate ?? track.releaseDate],
        ]}
      />
      {track.spotifyUrl !== null && (
        <a
          href={track.spotifyUrl}
          target="_blank"
          rel="noreferrer"
          className="mt-3 inline-flex items-center gap-1.5 text-sm font-medium text-moon underline-offset-4 hover:underline"
        >
          Open in Spotify
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
      )}
      {preview !== null && <AudioPlayer src={preview} label="Audio preview" formatTime={formatDuration} className="mt-4" />}
    </Facts>
  );
}

/** Everything known about a track. */
export function TrackFacts({ track }: { track: Track }) {
  return (
    <div className="flex flex-col gap-5">
      <div className="flex gap-4">
        <Cover large url={track.artworkUrl} className="size-24 rounded-xl" />
        <div className="min-w-0 flex-1">
          <h3 className="mb-2 text-sm font-semibold">Basic Information</h3>
          <p dir="auto" className="text-sm text-soft">
            {track.album ?? "No album"}
          </p>
          <p className="text-sm text-dim tabular-nums">
            {track.duration} · {plural(track.playCount, "play")}
          </p>
        </div>
      </div>
      <List
        facts={[
          ["Genre", track.genre],
          ["Mood", track.mood],
          ["BPM", track.bpm],
          ["Key", track.key],
          ["Language", track.language],
          ["Label", track.recordLabel],
          ["ISRC", track.isrcCode],
          ["Tags", track.tags.join(", ")],
        ]}
      />
      <Facts title="Audio Analysis">
        <div className="flex flex-col gap-2">
          <Measure name="Energy" percent={track.energy} />
          <Measure name="Danceability" percent={track.danceability} />
          <Measure name="Positivity" percent={track.valence} />
          <Measure name="Acousticness" percent={track.acousticness} />
          {track.timeSignature !== null && <List facts={[["Time signature", `${track.timeSignature}/4`]]} />}
        </div>
      </Facts>
      <AlbumAndLinks track={track} />
    </div>
  );
}
