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

/** "asked": it failed, and why is being asked. */
type Failure = "asked" | "unfetched" | "unplayable";

/** An element says the same of a file that cannot be had as of one that it cannot play. */
const isThere = (url: string): Promise<boolean> =>
  fetch(url, { headers: { range: "bytes=0-0" }, cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Why it does not play; null: nothing failed since it was last tried. */
function useFailure(url: string) {
  const [failure, setFailure] = useState<Failure | null>(null);
  return {
    failure,
    forget: () => setFailure(null),
    ask(error: MediaError | null) {
      setFailure("asked");
      const answer = error?.code === MediaError.MEDIA_ERR_NETWORK ? Promise.resolve(false) : isThere(url);
      // Once it is tried anew nobody asks any more.
      void answer.then((isHad) => setFailure((now) => (now === "asked" ? (isHad ? "unplayable" : "unfetched") : now)));
    },
  };
}

/** null: nothing is to be said. */
function failureText(failure: Failure | null, isPreparing: boolean): string | null {
  if (failure === "unfetched") return "It could not be fetched.";
  if (failure !== "unplayable") return null;
  return isPreparing ? "It can be played here once its copy is made." : "This browser cannot play it.";
}

/** The picture of a background, which plays in its place, silent and again and again, as it airs. */
export function Preview({ background, isPlaying, onPlay, onPause, children }: PreviewProps) {
  const video = useRef<HTMLVideoElement>(null);
  /** Fetched only once it is wanted, and kept, so that it goes on where it was paused. */
  const [wasPlayed, setWasPlayed] = useState(false);
  const { id, isPreparing, kind, thumbnailUrl, title } = background;
  const url = `/api/backgrounds/${encodeURIComponent(id)}/video`;
  const { failure, forget, ask } = useFailure(url);
  const [wasPreparing, setWasPreparing] = useState(isPreparing);
  // The copy is there: what could not be played was the upload.
  if (wasPreparing !== isPreparing) {
    setWasPreparing(isPreparing);
    forget();
    setWasPlayed(false);
  }
  if (isPlaying && !wasPlayed) setWasPlayed(true);
  useEffect(() => {
    if (!isPlaying) return video.current?.pause();
    // A pause meanwhile ends it with an error that says nothing; what cannot be played is told by the element itself.
    video.current?.play().catch(() => undefined);
  }, [isPlaying]);
  const play = () => {
    forget();
    onPlay();
  };
  const said = failureText(failure, isPreparing);
  return (
    <div className="relative aspect-video overflow-hidden bg-raised text-dim">
      {thumbnailUrl === null ? (
        <div aria-hidden className="grid size-full place-items-center">
          <ImageOff className="size-6" />
        </div>
      ) : (
        <img src={thumbnailUrl} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
      )}
      {wasPlayed && (
        <video
          ref={video}
          src={url}
          aria-label={`Preview of ${title}`}
          autoPlay={isPlaying}
          muted
          loop
          playsInline
          className="absolute inset-0 size-full object-cover"
          onError={({ currentTarget }) => {
            ask(currentTarget.error);
            // The next press fetches it anew.
            setWasPlayed(false);
            onPause();
          }}
        />
      )}
      {children}
      {kind === "video" && (
        <button
          type="button"
          aria-label={`${isPlaying ? "Pause" : "Play"} ${title}`}
          onClick={isPlaying ? onPause : play}
          className="group absolute inset-0 grid cursor-pointer place-items-center -outline-offset-4"
        >
          <span className={cn(round, isPlaying && "opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100")}>
            {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden className="ml-0.5" />}
          </span>
        </button>
      )}
      {said !== null && (
        <p role="status" className="absolute inset-x-0 bottom-0 bg-night/85 px-3 py-2 text-sm text-warn">
          {said}
        </p>
      )}
    </div>
  );
}
