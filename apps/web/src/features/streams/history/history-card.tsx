import type { StreamHead, StreamChange } from "@nightjar/contract";
import { Button, Card, CardHeader, EmptyState } from "@nightjar/ui";
import { Users } from "lucide-react";
import { getRouteApi } from "@tanstack/react-router";
import { Reading } from "../../../layout/reading.tsx";
import { byWhom } from "../../../lib/by-whom.ts";
import { clockTime, dayOf } from "../../../lib/format.ts";
import { trpc } from "../../../lib/trpc.ts";
import { sentenceOf, type ToldChange } from "../state/change-sentence.ts";

const route = getRouteApi("/_studio/streaming");

type ShownChange = ToldChange & Pick<StreamChange, "id" | "at" | "by" | "isByStudio">;

function Change({ change }: { change: ShownChange }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-t border-line py-2.5 text-sm">
      <time dateTime={change.at} className="text-dim tabular-nums">
        {dayOf(change.at)}, {clockTime(change.at)}
      </time>
      <p className="min-w-0 wrap-anywhere">
        <span className="font-medium">{byWhom(change)}</span> {sentenceOf(change)}
      </p>
    </li>
  );
}

function Changes({ stream }: { stream: StreamHead }) {
  const { changes: before, ...others } = route.useSearch();
  const navigate = route.useNavigate();
  const turn = (changes?: number) =>
    void navigate({ search: { ...others, ...(changes !== undefined && { changes }) }, resetScroll: false });
  const [{ items, nextBefore }] = trpc.streams.history.useSuspenseQuery({ id: stream.id, ...(before !== undefined && { before }) });
  if (items.length === 0 && before === undefined)
    return <EmptyState icon={<Users />} title="No changes" text="Every change of this stream is noted here." className="py-8" />;
  return (
    <>
      <ul aria-label="Changes">
        {items.map((change) => (
          <Change key={change.id} change={change} />
        ))}
      </ul>
      <nav aria-label="Pages of changes" className="mt-3 flex justify-between gap-3 empty:hidden">
        {before !== undefined && (
          <Button size="sm" onClick={() => turn()}>
            Newest
          </Button>
        )}
        {nextBefore !== null && (
          <Button size="sm" className="ml-auto" onClick={() => turn(nextBefore)}>
            Older
          </Button>
        )}
      </nav>
    </>
  );
}

/** Who changed what of the stream, and when. */
export function HistoryCard({ stream }: { stream: StreamHead }) {
  const { changes } = route.useSearch();
  return (
    <Card aria-labelledby="history" className="pb-5">
      <CardHeader id="history" title="Changes" description="Who changed what, and when." />
      <div className="px-5 pt-4">
        <Reading loading="Loading changes..." failed="The changes could not be read" of={`${stream.id} ${changes}`}>
          <Changes stream={stream} />
        </Reading>
      </div>
    </Card>
  );
}
