import type { StreamId } from "@nightjar/contract";
import { trpc } from "../../../lib/trpc.ts";
import { CHART_REFRESH_MS } from "./chart-refresh.ts";
import { TakenChart, isKnown } from "./taken-chart.tsx";

/** Off air: what each destination took before, until its hour is over. */
export function TakenBefore({ streamId }: { streamId: StreamId }) {
  const { data: all = [] } = trpc.streams.listDestinations.useQuery({ id: streamId });
  const { data: taken = [] } = trpc.streams.takenLately.useQuery(
    { id: streamId },
    { staleTime: CHART_REFRESH_MS, refetchInterval: ({ state }) => (state.data?.some(isKnown) ? CHART_REFRESH_MS : false) },
  );
  const hourOf = new Map(taken.filter(isKnown).map((hour) => [hour.destinationId, hour]));
  const shown = all.filter(({ id }) => hourOf.has(id));
  if (shown.length === 0) return null;
  return (
    <section aria-label="Last hour" className="py-4">
      <p className="text-sm font-medium">Last hour</p>
      <p className="text-sm text-dim">What each destination took while the stream was live.</p>
      <ul>
        {shown.map(({ id, rtmpUrl }) => {
          const hour = hourOf.get(id);
          return (
            <li key={id} className="mt-2 text-sm text-dim">
              <span className="wrap-anywhere">{rtmpUrl}</span>
              {hour && <TakenChart taken={hour} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
