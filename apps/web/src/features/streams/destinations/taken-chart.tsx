import type { TakenHour } from "@nightjar/contract";
import { StepChart } from "@nightjar/ui";
import { bitrate } from "../../../lib/format.ts";
import { takenWords } from "./taken-words.ts";

/** A step of the chart lasts so long. */
export const CHART_REFRESH_MS = 15_000;

/** Somebody looked within the hour. */
export const isKnown = ({ kbps }: TakenHour) => kbps.some((step) => step !== null);

/** What a destination took over the last hour; nothing where that is not known. */
export function TakenChart({ taken }: { taken: TakenHour | undefined }) {
  if (!taken || !isKnown(taken)) return null;
  return (
    <StepChart
      className="mt-2 pl-5"
      label={`Bit rate over the last hour: ${takenWords(taken)}`}
      steps={taken.kbps}
      top={bitrate}
      from="1 h ago"
    />
  );
}
