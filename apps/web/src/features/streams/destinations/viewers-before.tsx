import type { StreamId } from "@nightjar/contract";
import { trpc } from "../../../lib/trpc.ts";
import { isTold } from "./viewer-words.ts";
import { ViewersChart } from "./viewers-chart.tsx";

/** Off air: how many watched before, until the week is over for which that is kept. */
export function ViewersBefore({ streamId }: { streamId: StreamId }) {
  const { data: week } = trpc.youtube.viewers.useQuery({ streamId, span: "week" });
  if (!week || !isTold(week)) return null;
  return (
    <div className="py-4 text-xs text-soft">
      <ViewersChart streamId={streamId} />
    </div>
  );
}
