import type { TakenHour } from "@nightjar/contract";
import { StepChart } from "@nightjar/ui";
import { bitrate } from "../../../lib/format.ts";
import { takenWords } from "./taken-words.ts";

/** Somebody looked within the hour. */
export const isKnown = ({ kbps }: TakenHour) => kbps.some((step) => step !== null);

/** What a destination took over the last hour; nothing where that is not known. */
export function TakenChart({ taken }: { taken: TakenHour }) {
  if (!isKnown(taken)) return null;
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
