import type { Background } from "@nightjar/contract";
import { cn } from "@nightjar/ui";
import { ImageOff, Pause, Play } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";

export interface PreviewProps {
  background: Background;
  isPlaying: boolean;
  onPlay: () => void;
  onPause: () => void;
  /** Lies over the picture. */
  children: ReactNode;
}

const round =
  "grid size-12 place-items-center rounded-full bg-night/75 text-ink shadow-lift backdrop-blur-sm transition-opacity [&_svg]:size-5";

/** The picture of a background, which plays in its place, silent and again and again, as it airs. */
export function Preview({ background, isPlaying, onPlay, onPause, children }: PreviewProps) {
  const video = useRef<HTMLVideoElement>(null);
  /** Fetched only once it is wanted, and kept, so that it goes on where it was paused. */
  const [wasPlayed, setWasPlayed] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const [wasPreparing, setWasPreparing] = useState(background.isPreparing);
  // The copy is there: what could not be played was the upload.
  if (wasPreparing !== background.isPreparing) {
    setWasPreparing(background.isPreparing);
    setBroken(false);
    setWasPlayed(false);
  }
  if (isPlaying && !wasPlayed) setWasPlayed(true);
  useEffect(() => {
    if (!isPlaying) return video.current?.pause();
    // A pause meanwhile ends it with an error that says nothing; what cannot be played is told by the element itself.
    video.current?.play().catch(() => undefined);
  }, [isPlaying]);
  const { id, kind, thumbnailUrl, title } = background;
  return (
    <div className="relative aspect-video overflow-hidden bg-raised text-dim">
      {thumbnailUrl === null ? (
        <div aria-hidden className="grid size-full place-items-center">
          <ImageOff className="size-6" />
        </div>
      ) : (
        <img src={thumbnailUrl} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
      )}
      {wasPlayed && !isBroken && (
        <video
          ref={video}
          src={`/api/backgrounds/${encodeURIComponent(id)}/video`}
          aria-label={`Preview of ${title}`}
          autoPlay={isPlaying}
          muted
          loop
          playsInline
          className="absolute inset-0 size-full object-cover"
          onError={() => {
            setBroken(true);
            onPause();
          }}
        />
      )}
      {children}
      {kind === "video" && !isBroken && (
        <button
          type="button"
          aria-label={`${isPlaying ? "Pause" : "Play"} ${title}`}
          onClick={isPlaying ? onPause : onPlay}
          className="group absolute inset-0 grid cursor-pointer place-items-center -outline-offset-4"
        >
          <span className={cn(round, isPlaying && "opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100")}>
            {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden className="ml-0.5" />}
          </span>
        </button>
      )}
      {isBroken && (
        <p role="status" className="absolute inset-x-0 bottom-0 bg-night/85 px-3 py-2 text-sm text-warn">
          {background.isPreparing ? "It can be played here once its copy is made." : "This browser cannot play it."}
        </p>
      )}
    </div>
  );
}
