import type { TakenHour } from "@nightjar/contract";
import { extentOf } from "@nightjar/ui";
import { bitrate } from "../../../lib/format.ts";

/** What the chart of a destination shows, for who does not see it. */
export function takenWords({ kbps, stepMs }: TakenHour): string {
  const extent = extentOf(kbps);
  if (!extent) return "Nothing is known of the last hour yet";
  const [least, most] = extent;
  const seconds = ((kbps.length - kbps.findIndex((step) => step !== null)) * stepMs) / 1000;
  const span = least === most ? bitrate(most) : `${least.toLocaleString("en")} to ${bitrate(most)}`;
  return `${span} taken over the last ${seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`}`;
}
