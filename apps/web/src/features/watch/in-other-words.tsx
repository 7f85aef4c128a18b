import { Button, EmptyState } from "@nightjar/ui";
import { MonitorOff, Play, Volume2 } from "lucide-react";

/** What stands where the picture would be in a browser that has no way to play it. */
export function Unsupported({ instead }: { instead: string }) {
  return <EmptyState icon={<MonitorOff />} title="This browser cannot play it" text={instead} className="py-4" />;
}

/** Over a picture that the browser plays without its sound. */
export function SoundButton({ onPress }: { onPress: () => void }) {
  return (
    <Button variant="primary" className="absolute top-3 right-3" onClick={onPress}>
      <Volume2 aria-hidden />
      Turn on the sound
    </Button>
  );
}

/** Where the picture would be, when it waits for a press. */
export function PlayButton({ text, onPress }: { text: "Watch" | "Play"; onPress: () => void }) {
  return (
    <Button variant="primary" onClick={onPress}>
      <Play aria-hidden />
      {text}
    </Button>
  );
}

/** What stands where the picture would be in a browser that begins nothing by itself, not even without its sound. */
export function Blocked({ onPlay }: { onPlay: () => void }) {
  return (
    <EmptyState
      icon={<Play />}
      title="This browser plays nothing by itself"
      text="Press Play to see and hear it."
      className="py-4"
      action={<PlayButton text="Play" onPress={onPlay} />}
    />
  );
}
