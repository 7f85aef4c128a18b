import { Pause, Play } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "./button.tsx";
import { cn } from "./cn.ts";

export interface AudioPlayerProps {
  src: string;
  /** What is heard: the accessible name of the controls. */
  label: string;
  /** Writes a time; milliseconds. */
  formatTime: (ms: number) => string;
  autoPlay?: boolean;
  onError?: () => void;
  className?: string;
}

/** Play, pause and a slider to seek by, over the browser's own decoder. */
export function AudioPlayer({ src, label, formatTime, autoPlay = false, onError, className }: AudioPlayerProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [atMs, setAtMs] = useState(0);
  const [lengthMs, setLengthMs] = useState(0);
  const toggle = () => {
    // A refusal to play also fires the error event, which is where it is told.
    if (isPlaying) audio.current?.pause();
    else audio.current?.play().catch(() => setPlaying(false));
  };
  const seek = (ms: number) => {
    if (audio.current) audio.current.currentTime = ms / 1000;
    setAtMs(ms);
  };
  return (
    <div role="group" aria-label={label} className={cn("flex min-w-0 items-center gap-3", className)}>
      <audio
        ref={audio}
        src={src}
        autoPlay={autoPlay}
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={(event) => setAtMs(event.currentTarget.currentTime * 1000)}
        onDurationChange={(event) => setLengthMs(Number.isFinite(event.currentTarget.duration) ? event.currentTarget.duration * 1000 : 0)}
        onError={onError}
      />
      <Button variant="primary" size="icon" aria-label={isPlaying ? "Pause" : "Play"} className="rounded-full" onClick={toggle}>
        {isPlaying ? <Pause aria-hidden className="fill-current" /> : <Play aria-hidden className="translate-x-px fill-current" />}
      </Button>
      <span className="w-10 shrink-0 text-right text-xs text-dim tabular-nums">{formatTime(atMs)}</span>
      <input
        type="range"
        aria-label="Seek"
        aria-valuetext={`${formatTime(atMs)} of ${formatTime(lengthMs)}`}
        min={0}
        max={Math.max(1, lengthMs)}
        step={1000}
        value={Math.min(atMs, Math.max(1, lengthMs))}
        onChange={(event) => seek(event.target.valueAsNumber)}
        className="h-5 min-w-0 flex-1 cursor-pointer accent-moon"
      />
      <span className="w-10 shrink-0 text-xs text-dim tabular-nums">{formatTime(lengthMs)}</span>
    </div>
  );
}
