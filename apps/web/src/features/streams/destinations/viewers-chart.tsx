import type { StreamId, ViewerSpan } from "@nightjar/contract";
import { Segmented, StepChart } from "@nightjar/ui";
import { getRouteApi } from "@tanstack/react-router";
import { trpc } from "../../../lib/trpc.ts";
import { isTold, viewerWords } from "./viewer-words.ts";

const SPANS = [
  { value: "hour", name: "The last hour", content: "Hour" },
  { value: "day", name: "The last day", content: "Day" },
  { value: "week", name: "The last week", content: "Week" },
] as const satisfies readonly { value: ViewerSpan; name: string; content: string }[];
const FROM: Readonly<Record<ViewerSpan, string>> = { hour: "1 h ago", day: "1 day ago", week: "1 week ago" };
/** Its finest step. */
const REFRESH_MS = 60_000;

const route = getRouteApi("/_studio/streaming");

/** How many watched a stream's broadcasts. */
export function ViewersChart({ streamId }: { streamId: StreamId }) {
  const { viewers: span = "hour", ...others } = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (viewers: ViewerSpan) => void navigate({ search: { ...others, viewers }, replace: true, resetScroll: false });
  const { data: history, isError } = trpc.youtube.viewers.useQuery(
    { streamId, span },
    { refetchInterval: REFRESH_MS, placeholderData: (before) => before },
  );
  return (
    <section aria-label="Viewers" className="mt-2">
      <div className="flex items-center justify-between gap-3">
        <p className="text-dim">Viewers</p>
        <Segmented label="Over how long" value={span} options={SPANS} onValueChange={choose} className="w-44" />
      </div>
      {isError && <p className="mt-1 text-warn">The viewers of that time could not be read.</p>}
      {history && !isTold(history) && <p className="mt-1 text-dim">{viewerWords(history, span)}.</p>}
      {history && isTold(history) && (
        <StepChart
          className="mt-1"
          label={`Viewers at YouTube: ${viewerWords(history, span)}`}
          steps={history.viewers}
          top={(top) => top.toLocaleString("en")}
          from={FROM[span]}
        />
      )}
    </section>
  );
}
