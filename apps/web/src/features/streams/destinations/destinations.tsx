import type { DestinationState, OnAirDestination, StreamId, TakenHour } from "@nightjar/contract";
import { Lamp, type Tone } from "@nightjar/ui";
import { laterPart } from "../../../layout/later-part.tsx";
import { evidenceAgeMs } from "../../../lib/live/position.ts";
import { useNow } from "../../../lib/live/use-live.ts";
import { age, bitrate, bytes, plural } from "../../../lib/format.ts";
import { trpc } from "../../../lib/trpc.ts";
import { CHART_REFRESH_MS } from "./chart-refresh.ts";

const TakenChart = laterPart(async () => (await import("../desk.ts")).TakenChart, null, "div");
const YouTubeSaid = laterPart(async () => (await import("../desk.ts")).YouTubeSaid, null, "div");

type LampLook = Readonly<{ word: string; tone: Tone }>;
const WORDS: Readonly<Record<string, LampLook>> = {
  connecting: { word: "Connecting", tone: "moon" },
  sending: { word: "Sending", tone: "good" },
  stalled: { word: "Stalled", tone: "warn" },
  refused: { word: "Refused", tone: "bad" },
  waiting: { word: "Waiting", tone: "warn" },
  stopped: { word: "Stopped", tone: "neutral" },
} satisfies Readonly<Record<DestinationState, LampLook>>;
const KINDS = { youtube: "YouTube", "youtube-backup": "YouTube backup", rtmp: "RTMP", local: "Local" } as const;

/** What its state is called, and how it shines. One that only a newer server knows stands in its own word: this page stays as it is for weeks. */
export function lampOf({ state }: Pick<OnAirDestination, "state">): LampLook {
  return WORDS[state] ?? { word: state, tone: "warn" };
}

interface FiguresProps {
  destination: OnAirDestination;
  receivedAtMs: number;
  now: number;
}

interface DestinationProps extends FiguresProps {
  streamId: StreamId;
  taken: TakenHour | undefined;
}

function Destination({ streamId, destination, receivedAtMs, now, taken }: DestinationProps) {
  const { word, tone } = lampOf(destination);
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex items-center gap-3">
        <Lamp tone={tone} breathing={destination.state === "connecting"} />
        <p className="min-w-0 flex-1 truncate text-sm">
          <span className="font-medium">{destination.host}</span> <span className="text-dim">{KINDS[destination.kind]}</span>
        </p>
        <p className="shrink-0 text-sm text-soft">{word}</p>
      </div>
      <DestinationFigures destination={destination} receivedAtMs={receivedAtMs} now={now} />
      {destination.youtube && <YouTubeSaid streamId={streamId} youtube={destination.youtube} now={now} />}
      {taken && <TakenChart taken={taken} />}
    </li>
  );
}

/** How well it is sent to, and what went wrong last. */
export function DestinationFigures({ destination, receivedAtMs, now }: FiguresProps) {
  const evidence = evidenceAgeMs(destination.evidenceAgeMs, receivedAtMs, now);
  return (
    <>
      <dl className="mt-1.5 grid grid-cols-2 gap-x-4 gap-y-1 pl-5 text-xs tabular-nums sm:grid-cols-4">
        <Figure name="Bit rate" value={destination.state === "sending" ? bitrate(destination.bitrateKbps) : "–"} />
        <Figure name="Sent" value={bytes(destination.bytesSent)} />
        <Figure name="Evidence" value={evidence === null ? "none yet" : age(evidence)} />
        <Figure name="Reconnects" value={destination.reconnects.toLocaleString("en")} />
      </dl>
      {destination.lastError && <p className="mt-1.5 pl-5 text-sm wrap-anywhere text-warn">{destination.lastError}</p>}
    </>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-dim">{name}</dt>
      <dd className="text-soft">{value}</dd>
    </div>
  );
}

export interface DestinationsProps {
  streamId: StreamId;
  destinations: readonly OnAirDestination[];
  receivedAtMs: number;
}

/** Where the stream goes, and how old the newest proof is that the far end takes it. */
export function Destinations({ streamId, destinations, receivedAtMs }: DestinationsProps) {
  const now = useNow(1000);
  const { data: taken } = trpc.streams.takenLately.useQuery(
    { id: streamId },
    { enabled: destinations.length > 0, refetchInterval: CHART_REFRESH_MS },
  );
  if (destinations.length === 0) return null;
  return (
    <section aria-label={plural(destinations.length, "destination")} className="border-t border-line pt-4">
      <ul className="divide-y divide-line">
        {destinations.map((destination) => (
          <Destination
            key={destination.id}
            streamId={streamId}
            destination={destination}
            receivedAtMs={receivedAtMs}
            now={now}
            taken={taken?.find(({ destinationId }) => destinationId === destination.id)}
          />
        ))}
      </ul>
    </section>
  );
}
