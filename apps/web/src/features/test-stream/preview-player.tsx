import type { TestStreamInfo, TestStreamStatus } from "@nightjar/contract";
import { Button, Card, EmptyState, Loading } from "@nightjar/ui";
import { Play, Tv } from "lucide-react";
import type { ReactNode } from "react";
import { SoundButton, Unsupported } from "../watch/in-other-words.tsx";
import { Screen } from "../watch/screen.tsx";
import { useWatching, type Watching } from "../watch/use-watching.ts";

interface PreviewProps {
  readonly info: TestStreamInfo;
  readonly status: TestStreamStatus;
  /** Start was pressed here: whoever presses it wants to watch. */
  readonly controls: (watch: () => void) => ReactNode;
}

/** The picture and the sound as they are sent, and under them what the caller brings. */
export function PreviewPlayer({ info, status, controls }: PreviewProps) {
  const { video, state, isSilenced, watch, unmute } = useWatching(status.isActive ? info.testStreamUrl : null);
  const shown = status.isActive ? state : "idle";
  return (
    <>
      <Card aria-label="Preview" className="overflow-hidden">
        <div className="relative aspect-video bg-black">
          <Screen video={video} label={`Test stream of ${info.stream.title}`} isShown={shown === "playing"} />
          {shown !== "playing" && (
            <div className="absolute inset-0 grid place-items-center overflow-auto bg-panel">
              <Instead state={shown} status={status} onWatch={watch} />
            </div>
          )}
          {shown === "playing" && isSilenced && <SoundButton onPress={unmute} />}
        </div>
      </Card>
      {controls(watch)}
    </>
  );
}

interface InsteadProps {
  readonly state: Watching;
  readonly status: TestStreamStatus;
  readonly onWatch: () => void;
}

/** What stands where the picture would be. */
function Instead({ state, status, onWatch }: InsteadProps) {
  if (!status.isActive) {
    const text = "Start it to see and hear the stream before anybody else does.";
    return <EmptyState icon={<Tv />} title="The test stream is stopped" text={text} className="py-4" />;
  }
  if (state === "unsupported")
    return <Unsupported instead="Copy the RTMP URL and open it in a player such as VLC, or use a newer browser." />;
  if (state === "waiting") return <Loading text={status.reason ?? "The picture is on its way..."} />;
  return (
    <EmptyState
      icon={<Tv />}
      title="The test stream is running"
      text="Nothing is fetched until you watch."
      className="py-4"
      action={
        <Button variant="primary" onClick={onWatch}>
          <Play aria-hidden />
          Watch
        </Button>
      }
    />
  );
}
