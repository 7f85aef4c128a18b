import { type StreamHead, type StreamId, TEST_STATUS_POLL_MS, streamId } from "@nightjar/contract";
import { Button, Card, EmptyState, Loading, PageHeader } from "@nightjar/ui";
import { getRouteApi, Link } from "@tanstack/react-router";
import { FlaskConical } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { Reading } from "../../layout/reading.tsx";
import { StreamChoice } from "../../layout/stream-choice.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { trpc } from "../../lib/trpc.ts";
import { useIsHere } from "../../lib/use-is-here.ts";
import { InfoCards } from "./info-cards.tsx";
import { PreviewPlayer } from "./preview-player.tsx";
import { RtmpControls } from "./rtmp-controls.tsx";

const route = getRouteApi("/_studio/test-stream");

/** /test-stream: a stream as it would be on air, seen and heard here. */
export function TestStreamPage() {
  usePageTitle("Test Stream");
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="Test Stream" subtitle="Preview stream output locally" />
      <Reading loading="Loading streams..." failed="The streams could not be read">
        <Chooser />
      </Reading>
    </div>
  );
}

function Chooser() {
  const [streams, { isFetching }] = trpc.streams.summaries.useSuspenseQuery();
  const [first] = streams;
  return first ? <Chosen streams={streams} firstId={first.id} isReading={isFetching} /> : <NoStreams />;
}

interface ChosenProps {
  streams: readonly StreamHead[];
  firstId: StreamId;
  isReading: boolean;
}

function Chosen({ streams, firstId, isReading }: ChosenProps) {
  // The first one is another as soon as somebody creates a stream: what is looked at stays.
  const [openedId] = useState(firstId);
  const { stream: named } = route.useSearch();
  const chosenId = named ?? openedId;
  const navigate = route.useNavigate();
  const isHere = useIsHere("/test-stream");
  const nameInAddress = useEffectEvent(() => {
    if (named === undefined && isHere()) void navigate({ search: { stream: openedId }, replace: true });
  });
  // After a reload, and on the way back here, too.
  useEffect(() => nameInAddress(), [named]);
  const chosen = streams.find(({ id }) => id === chosenId);
  return (
    <>
      <StreamChoice
        streams={streams}
        value={chosen?.id ?? null}
        onChange={(stream) => void navigate({ search: { stream }, replace: true })}
        className="max-w-md"
      />
      <TestOrGone key={chosenId} stream={chosen} isReading={isReading} />
    </>
  );
}

/** One that was created a moment ago may be in the next reading only. */
function TestOrGone({ stream, isReading }: { stream: StreamHead | undefined; isReading: boolean }) {
  const [isRead, setRead] = useState(!isReading);
  if (!isReading && !isRead) setRead(true);
  if (stream) {
    return (
      <Reading loading="Loading the test stream..." failed="The test stream could not be read">
        <TestOf stream={stream} />
      </Reading>
    );
  }
  return isRead ? <Gone /> : <Loading text="Loading streams..." />;
}

/** Another one's test in its place would be taken for it. */
function Gone() {
  return (
    <Card className="border-dashed">
      <EmptyState
        icon={<FlaskConical />}
        title="There is no such stream any more"
        text="It has been deleted. Choose another one."
        className="py-24"
      />
    </Card>
  );
}

function NoStreams() {
  return (
    <Card className="border-dashed">
      <EmptyState
        icon={<FlaskConical />}
        title="No streams yet"
        text="Create a stream, then watch it here before anybody else does."
        className="py-24"
        action={
          <Button asChild variant="primary">
            <Link to="/streaming">Open the Stream Manager</Link>
          </Button>
        }
      />
    </Card>
  );
}

function TestOf({ stream }: { stream: StreamHead }) {
  const id = streamId.parse(stream.id);
  const [status] = trpc.testStream.status.useSuspenseQuery({ streamId: id }, { refetchInterval: TEST_STATUS_POLL_MS });
  const refetchInterval = status.isActive ? TEST_STATUS_POLL_MS : false;
  const [info] = trpc.testStream.info.useSuspenseQuery({ streamId: id }, { refetchInterval });
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <PreviewPlayer
          info={info}
          status={status}
          controls={(watch) => <RtmpControls streamId={id} title={stream.title} status={status} onStart={watch} />}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <InfoCards info={info} status={status} />
      </div>
    </div>
  );
}
