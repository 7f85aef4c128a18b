import type { OnAir, StreamHead } from "@nightjar/contract";
import { Dialog, EmptyState, Loading } from "@nightjar/ui";
import { RadioTower } from "lucide-react";
import { useLiveEntry } from "../../../lib/live/use-live.ts";
import { Blocked, PlayButton, SoundButton, Unsupported } from "../../watch/in-other-words.tsx";
import { Screen } from "../../watch/screen.tsx";
import { useWatching } from "../../watch/use-watching.ts";
import { isSent } from "../state/is-sent.ts";

/** Mounted while it is open. */
export function ListeningDialog({ stream, onClose }: { stream: StreamHead; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      width="lg"
      title={stream.title}
      description="What its destinations are being sent. Closing it changes nothing on air."
    >
      <Sent stream={stream} />
    </Dialog>
  );
}

/** Within the dialog: the element that shows it is there when it begins. */
function Sent({ stream }: { stream: StreamHead }) {
  const onAir = useLiveEntry(stream.id)?.onAir;
  const isThere = onAir !== undefined && isSent(onAir.state);
  const url = isThere ? `/api/streams/${stream.id}/live.flv` : null;
  const { video, state, isSilenced, watch, play, unmute } = useWatching(url, { atOnce: true });
  return (
    <div className="relative aspect-video overflow-hidden rounded-xl bg-black">
      <Screen video={video} label={`${stream.title}, as it is sent`} isShown={state === "playing"} />
      {state !== "playing" && (
        <div className="absolute inset-0 grid place-items-center bg-raised">
          {state === "unsupported" && <Unsupported instead="Use a newer browser." />}
          {state === "blocked" && <Blocked onPlay={play} />}
          {state === "waiting" && (isThere ? <Loading text="The picture is on its way..." /> : <NothingSent onAir={onAir} />)}
          {state === "idle" && (isThere ? <PlayButton text="Watch" onPress={watch} /> : <NothingSent onAir={onAir} />)}
        </div>
      )}
      {state === "playing" && isSilenced && <SoundButton onPress={unmute} />}
    </div>
  );
}

/** It goes on by itself when there is something again. */
function NothingSent({ onAir }: { onAir: OnAir | undefined }) {
  const isOff = onAir === undefined || onAir.state === "off";
  return (
    <EmptyState
      icon={<RadioTower />}
      title={isOff ? "The stream is not on air" : "Nothing is being sent"}
      text={isOff ? "It can be heard here once it is started again." : (onAir.reason ?? "It goes on here by itself.")}
      className="py-4"
    />
  );
}
