import { cn } from "@nightjar/ui";
import type { RefObject } from "react";

interface ScreenProps {
  readonly video: RefObject<HTMLVideoElement | null>;
  /** What it shows. */
  readonly label: string;
  readonly isShown: boolean;
}

/** The picture of what is sent, once there is one; it is where it will be before that. */
export function Screen({ video, label, isShown }: ScreenProps) {
  return (
    <video
      ref={video}
      aria-label={label}
      className={cn("size-full", !isShown && "invisible")}
      controls={isShown}
      controlsList="noplaybackrate"
      disableRemotePlayback
      playsInline
    />
  );
}
