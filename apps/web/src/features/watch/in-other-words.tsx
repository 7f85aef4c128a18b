import { Button, EmptyState } from "@nightjar/ui";
import { MonitorOff, Volume2 } from "lucide-react";

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
