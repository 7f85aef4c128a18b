import type { TestStreamInfo, TestStreamStatus } from "@nightjar/contract";
import { Button, Card, cn, EmptyState, Loading } from "@nightjar/ui";
import { MonitorOff, Play, Tv, Volume2 } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { useWatching, type Watching } from "./use-watching.ts";

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
          <Screen video={video} title={info.stream.title} isShown={shown === "playing"} />
          {shown !== "playing" && (
            <div className="absolute inset-0 grid place-items-center overflow-auto bg-panel">
              <Instead state={shown} status={status} onWatch={watch} />
            </div>
          )}
          {shown === "playing" && isSilenced && (
            <Button variant="primary" className="absolute top-3 right-3" onClick={unmute}>
              <Volume2 aria-hidden />
              Turn on the sound
            </Button>
          )}
        </div>
      </Card>
      {controls(watch)}
    </>
  );
}

function Screen({ video, title, isShown }: { video: RefObject<HTMLVideoElement | null>; title: string; isShown: boolean }) {
  return (
    <video
      ref={video}
      aria-label={`Test stream of ${title}`}
      className={cn("size-full", !isShown && "invisible")}
      controls={isShown}
      controlsList="noplaybackrate"
      disableRemotePlayback
      playsInline
    />
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
    return (
      <EmptyState
        icon={<Tv />}
        title="The test stream is stopped"
        text="Start it to see and hear the stream before anybody else does."
        className="py-4"
      />
    );
  }
  if (state === "unsupported") {
    return (
      <EmptyState
        icon={<MonitorOff />}
        title="This browser cannot play it"
        text="Copy the RTMP URL and open it in a player such as VLC, or use a newer browser."
        className="py-4"
      />
    );
  }
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
