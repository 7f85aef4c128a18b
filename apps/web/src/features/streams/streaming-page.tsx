import type { StreamSummary } from "@nightjar/contract";
import { Button, cn, PageHeader } from "@nightjar/ui";
import { getRouteApi } from "@tanstack/react-router";
import { ChevronLeft, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { laterDialog } from "../../layout/later-dialog.tsx";
import { laterPart } from "../../layout/later-part.tsx";
import { Reading } from "../../layout/reading.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { trpc } from "../../lib/trpc.ts";
import { UnsavedPlace, useUnsavedParts } from "../../lib/unsaved.ts";
import { chosen as chosenSearch } from "./search.ts";
import { Deleted } from "./state/deleted.ts";
import { StreamDetail } from "./stream-detail.tsx";
import { StreamList } from "./list/stream-list.tsx";

const CreateStreamDialog = laterDialog(async () => (await import("./header/create-stream-dialog.tsx")).CreateStreamDialog);
const NoneChosen = laterPart(async () => (await import("./none-chosen.tsx")).NoneChosen, null, "div");

const route = getRouteApi("/_studio/streaming");

/** /streaming: the list at the left and the chosen stream beside it; one at a time where the screen is narrow. */
export function StreamingPage() {
  usePageTitle("Stream Manager");
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, setCreating] = useState(false);
  const choose = (id: string | undefined) => void navigate({ search: id === undefined ? {} : chosenSearch(id, search), resetScroll: true });
  const isChosen = search.stream !== undefined;
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden />
      Create New Stream
    </Button>
  );
  return (
    <div className="flex flex-col gap-6">
      <div className={cn(isChosen && "max-xl:hidden")}>
        <PageHeader title="Stream Manager" subtitle="Control your live streams" actions={create} />
      </div>
      {/* The page keeps its heading where the chosen stream fills a narrow screen. */}
      {isChosen && <h1 className="sr-only xl:hidden">Stream Manager</h1>}
      {isChosen && (
        <Button variant="ghost" className="-ml-3 self-start xl:hidden" onClick={() => choose(undefined)}>
          <ChevronLeft aria-hidden />
          All streams
        </Button>
      )}
      <Reading loading="Loading streams..." failed="The streams could not be read">
        <Streams chosenId={search.stream} onChoose={choose} onCreate={() => setCreating(true)} />
      </Reading>
      {isCreating && <CreateStreamDialog onClose={() => setCreating(false)} onCreated={choose} />}
    </div>
  );
}

interface StreamsProps {
  chosenId: string | undefined;
  onChoose: (id: string | undefined) => void;
  onCreate: () => void;
}

/** @param isTyped something is there, which outlasts the stream */
function useChosenStream(streams: readonly StreamSummary[], chosenId: string | undefined, isTyped: boolean) {
  const found = streams.find((stream) => stream.id === chosenId);
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  if (!found && last?.isLive) setLast({ ...last, isLive: false });
  const isThere = last !== undefined && streams.some(({ id }) => id === last.id);
  // Who went back to the list looks at none: what becomes of it then is told by the list.
  if (isThere && chosenId === undefined) setLast(undefined);
  return { chosen: found ?? (isTyped && last?.id === chosenId ? last : undefined), deleted: isThere ? undefined : last, isDeleted: !found };
}

function Streams({ chosenId, onChoose, onCreate }: StreamsProps) {
  const navigate = route.useNavigate();
  const [streams, { isFetching }] = trpc.streams.summaries.useSuspenseQuery();
  const [isTyped, tell] = useUnsavedParts();
  const { chosen, deleted, isDeleted } = useChosenStream(streams, chosenId, isTyped);
  const isChosen = chosen !== undefined;
  const isGone = chosenId !== undefined && !isChosen && !isFetching;
  useEffect(() => {
    // A stream that was deleted meanwhile, or never was, does not stay in the address.
    if (isGone) void navigate({ search: {}, replace: true });
  }, [isGone, navigate]);
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[20rem_minmax(0,1fr)]">
      <div className={cn("min-w-0 xl:sticky xl:top-10", isChosen && "max-xl:hidden")}>
        <StreamList streams={streams} chosenId={chosenId} onChoose={onChoose} onCreate={onCreate} />
      </div>
      <div className={cn("min-w-0", !isChosen && (deleted ? "max-xl:order-first" : "max-xl:hidden"))}>
        {chosen ? (
          <UnsavedPlace value={tell}>
            <Deleted value={isDeleted}>
              <StreamDetail key={chosen.id} summary={chosen} onChoose={onChoose} />
            </Deleted>
          </UnsavedPlace>
        ) : (
          <NoneChosen deleted={deleted} />
        )}
      </div>
    </div>
  );
}
