import type { ViewerHistory, ViewerSpan } from "@nightjar/contract";
import { extentOf } from "@nightjar/ui";
import { plural } from "../../../lib/format.ts";

/** Of some step at least. */
export const isTold = ({ viewers }: ViewerHistory): boolean => viewers.some((step) => step !== null);

/** What the chart of viewers shows, for who does not see it. */
export function viewerWords({ viewers }: ViewerHistory, span: ViewerSpan): string {
  const extent = extentOf(viewers);
  if (!extent) return `YouTube has told no viewers over the last ${span}`;
  const [least, most] = extent;
  const range = least === most ? plural(most, "viewer") : `${least.toLocaleString("en")} to ${plural(most, "viewer")}`;
  const isWhole = viewers.every((step) => step !== null);
  return `${range} over the last ${span}${isWhole ? "" : ", not known all the time"}`;
}
