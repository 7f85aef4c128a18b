import type { StreamHead } from "@nightjar/contract";
import { useLiveStreams } from "../../../lib/live/use-live.ts";
import { FALLBACK_DURATION_MS, type SampleTrack } from "../../../lib/scene/samples.ts";
import { trpc } from "../../../lib/trpc.ts";
import { SampleChoice } from "./sample-choice.tsx";
import { SampleHeading } from "./sample-heading.tsx";

export interface OnAirNowProps {
  currentId: string;
  onChoose: (track: SampleTrack) => void;
}

interface Aired {
  readonly stream: StreamHead;
  readonly track: SampleTrack;
}

/** What airs at this moment, by stream; nothing while nothing does. */
export function OnAirNow({ currentId, onChoose }: OnAirNowProps) {
  const utils = trpc.useUtils();
  const live = useLiveStreams();
  const streams = trpc.streams.summaries.useQuery();
  const aired = (streams.data ?? []).flatMap((stream): Aired[] => {
    const track = live.get(stream.id)?.onAir.track;
    if (!track) return [];
    const { id, title, artist, durationMs } = track;
    return [{ stream, track: { id, label: title, title, artist, artworkUrl: null, durationMs: durationMs || FALLBACK_DURATION_MS } }];
  });
  if (aired.length === 0) return null;
  const choose = async ({ track, stream }: Aired) => {
    const id = live.get(stream.id)?.onAir.track?.id;
    // Its cover comes from the library; without it the placeholder is drawn.
    const stored = id === undefined ? null : await utils.tracks.get.fetch({ id }).catch(() => null);
    onChoose({ ...track, artworkUrl: stored?.artworkUrl ?? null });
  };
  return (
    <>
      <SampleHeading title="On air now" />
      <ul aria-label="On air now">
        {aired.map((each) => (
          <SampleChoice
            key={each.stream.id}
            track={each.track}
            note={each.stream.title}
            isCurrent={each.track.id === currentId}
            onChoose={() => void choose(each)}
          />
        ))}
      </ul>
    </>
  );
}
