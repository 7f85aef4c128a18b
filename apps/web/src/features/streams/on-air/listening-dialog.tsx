import type { StreamHead } from "@nightjar/contract";
import { Dialog, Loading } from "@nightjar/ui";
import { SoundButton, Unsupported } from "../../watch/in-other-words.tsx";
import { Screen } from "../../watch/screen.tsx";
import { useWatching } from "../../watch/use-watching.ts";

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
  const { video, state, isSilenced, unmute } = useWatching(`/api/streams/${stream.id}/live.flv`, true);
  return (
    <div className="relative aspect-video overflow-hidden rounded-xl bg-black">
      <Screen video={video} label={`${stream.title}, as it is sent`} isShown={state === "playing"} />
      {state !== "playing" && (
        <div className="absolute inset-0 grid place-items-center bg-raised">
          {state === "unsupported" ? <Unsupported instead="Use a newer browser." /> : <Loading text="The picture is on its way..." />}
        </div>
      )}
      {state === "playing" && isSilenced && <SoundButton onPress={unmute} />}
    </div>
  );
}
