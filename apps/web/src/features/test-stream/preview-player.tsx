import type { TestStreamInfo, TestStreamStatus } from "@nightjar/contract";
import { Card, EmptyState, Loading } from "@nightjar/ui";
import { Tv } from "lucide-react";
import type { ReactNode } from "react";
import { trpc } from "../../lib/trpc.ts";
import { Blocked, PlayButton, SoundButton, Unsupported } from "../watch/in-other-words.tsx";
import { Screen } from "../watch/screen.tsx";
import { useWatching, type Watching } from "../watch/use-watching.ts";
import { useWhenOver } from "../watch/use-when-over.ts";

interface PreviewProps {
  readonly info: TestStreamInfo;
  readonly status: TestStreamStatus;
  /** It was started here: whoever does so wants to watch. */
  readonly controls: (watch: () => void) => ReactNode;
}

/** The picture and the sound as they are sent, and under them what the caller brings. */
export function PreviewPlayer({ info, status, controls }: PreviewProps) {
  const utils = trpc.useUtils();
  const { video, state, isSilenced, watch, leave, play, unmute } = useWatching(status.isActive ? info.testStreamUrl : null, {
    // It may have been stopped: a page that nobody sees asks for nothing by itself.
    onEnd: () => void utils.testStream.status.invalidate({ streamId: info.stream.id }),
  });
  // The next one is somebody else's, until it is asked for here.
  useWhenOver(status.isActive, leave);
  const shown = status.isActive ? state : "idle";
  return (
    <>
      <Card aria-label="Preview" className="overflow-hidden">
        <div className="relative aspect-video bg-black">
          <Screen video={video} label={`Test stream of ${info.stream.title}`} isShown={shown === "playing"} />
          {shown !== "playing" && (
            <div className="absolute inset-0 grid place-items-center overflow-auto bg-panel">
              <Instead state={shown} status={status} onWatch={watch} onPlay={play} />
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
  readonly onPlay: () => void;
}

/** What stands where the picture would be. */
function Instead({ state, status, onWatch, onPlay }: InsteadProps) {
  if (!status.isActive) {
    const text = "Start it to see and hear the stream before anybody else does.";
    return <EmptyState icon={<Tv />} title="The test stream is stopped" text={text} className="py-4" />;
  }
  if (status.state === "failed") return <EmptyState icon={<Tv />} title="Nothing is sent" text={status.reason ?? ""} className="py-4" />;
  if (state === "unsupported")
    return <Unsupported instead="Copy the RTMP URL and open it in a player such as VLC, or use a newer browser." />;
  if (state === "blocked") return <Blocked onPlay={onPlay} />;
  if (state === "waiting") return <Loading text={status.reason ?? "The picture is on its way..."} />;
  return (
    <EmptyState
      icon={<Tv />}
      title="The test stream is running"
      text="Nothing is fetched until you watch."
      className="py-4"
      action={<PlayButton text="Watch" onPress={onWatch} />}
    />
  );
}
