import type { StreamId, TestStreamStatus } from "@nightjar/contract";
import { Badge, Button, Card, CardHeader, Field, Input, keyedOnce, Lamp, oncePressed } from "@nightjar/ui";
import { Copy, Play, Square } from "lucide-react";
import { complain, notify } from "../../lib/toast.ts";
import { fetchPlayer } from "../watch/flv-player.ts";
import { useTest } from "../watch/use-test.ts";
import { copyText } from "./copy-text.ts";

interface RtmpControlsProps {
  readonly streamId: StreamId;
  readonly title: string;
  readonly status: TestStreamStatus;
  /** It was started here. */
  readonly onStart: () => void;
}

async function copy(url: string): Promise<void> {
  if (await copyText(url)) notify("Copied!", "Open it in a player such as VLC.");
  else complain("Error", "This browser does not let the page copy. Select the address and copy it by hand.");
}

/** Starts and stops the test, and tells where a player outside finds it. */
export function RtmpControls({ streamId, title, status, onStart }: RtmpControlsProps) {
  const { start, stop } = useTest(title, onStart);
  const { isActive, rtmpUrl } = status;
  const begin = () => {
    // It is here by the time there is something to play; where it cannot be fetched, watching says so.
    fetchPlayer().catch(() => undefined);
    start.run({ streamId });
  };
  return (
    <Card aria-labelledby="rtmp-controls" className="pb-5">
      <CardHeader
        id="rtmp-controls"
        title="RTMP Stream"
        description="The very stream, sent to this machine alone. Nothing of it goes on air."
        aside={<TestBadge isActive={isActive} />}
      />
      <div className="flex flex-col gap-4 px-5 pt-4">
        {isActive ? (
          <Button variant="danger" busy={stop.isPending} onKeyDown={keyedOnce} onClick={oncePressed(() => stop.run({ streamId }))}>
            <Square aria-hidden />
            Stop Test Stream
          </Button>
        ) : (
          <Button variant="primary" busy={start.isPending} onKeyDown={keyedOnce} onClick={oncePressed(begin)}>
            <Play aria-hidden />
            Start Test Stream
          </Button>
        )}
        {isActive && rtmpUrl !== null && (
          <Field label="RTMP URL" hint="Whoever knows it can watch until you stop. The next start makes another.">
            {(control) => (
              <div className="flex gap-2">
                <Input
                  {...control}
                  readOnly
                  value={rtmpUrl}
                  className="min-w-0 flex-1 font-mono"
                  onFocus={(event) => event.target.select()}
                />
                <Button onClick={() => void copy(rtmpUrl)}>
                  <Copy aria-hidden />
                  Copy
                </Button>
              </div>
            )}
          </Field>
        )}
      </div>
    </Card>
  );
}

export function TestBadge({ isActive }: { isActive: boolean }) {
  if (!isActive) return <Badge>STOPPED</Badge>;
  return (
    <Badge tone="good">
      <Lamp tone="good" />
      STREAMING
    </Badge>
  );
}
