import type { TakenHour } from "@nightjar/contract";
import { bitrate } from "../../../lib/format.ts";
import { CHART_HEIGHT, chartPaths, takenWords, topOf } from "./taken.ts";

/** The bit rate of a destination over the last hour, from what its far end took. */
export function TakenChart({ taken }: { taken: TakenHour }) {
  const { kbps } = taken;
  const top = topOf(kbps);
  return (
    <figure className="mt-2 pl-5">
      <svg
        role="img"
        aria-label={`Bit rate over the last hour: ${takenWords(taken)}`}
        viewBox={`0 0 ${kbps.length} ${CHART_HEIGHT}`}
        preserveAspectRatio="none"
        className="h-12 w-full border-y border-line text-moon"
      >
        <path d={chartPaths(kbps, top).join(" ")} fill="currentColor" fillOpacity={0.35} />
      </svg>
      <figcaption className="mt-0.5 flex justify-between gap-3 text-xs text-dim tabular-nums">
        <span>1 h ago</span>
        <span>top {bitrate(top)}</span>
        <span>now</span>
      </figcaption>
    </figure>
  );
}
