import { Pause, Play, Volume1, Volume2, VolumeX } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "./button.tsx";
import { cn } from "./cn.ts";

export interface AudioControlsProps {
  /** What is heard: the accessible name of the controls. */
  label: string;
  isPlaying: boolean;
  atMs: number;
  /** 0: not known yet. */
  lengthMs: number;
  /** Writes a time; milliseconds. */
  formatTime: (ms: number) => string;
  onToggle: () => void;
  onSeek: (ms: number) => void;
  className?: string;
}

/** Play, pause and a slider to seek by. */
export function AudioControls({ label, isPlaying, atMs, lengthMs, formatTime, onToggle, onSeek, className }: AudioControlsProps) {
  return (
    <div role="group" aria-label={label} className={cn("flex min-w-0 items-center gap-3", className)}>
      <Button
        variant="primary"
        size="icon"
        aria-label={isPlaying ? "Pause" : "Play"}
        className="rounded-full pointer-coarse:size-11"
        onClick={onToggle}
      >
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
        onChange={(event) => onSeek(event.target.valueAsNumber)}
        className="h-5 min-w-0 flex-1 cursor-pointer accent-moon pointer-coarse:h-11"
      />
      <span className="w-10 shrink-0 text-xs text-dim tabular-nums">{formatTime(lengthMs)}</span>
    </div>
  );
}

export interface VolumeControlProps {
  /** 0 to 1. */
  value: number;
  onChange: (value: number) => void;
  className?: string;
}

/** A loudspeaker that mutes, and a slider. */
export function VolumeControl({ value, onChange, className }: VolumeControlProps) {
  const before = useRef(value > 0 ? value : 1);
  const Icon = value === 0 ? VolumeX : value < 0.5 ? Volume1 : Volume2;
  const toggle = () => {
    if (value > 0) before.current = value;
    onChange(value > 0 ? 0 : before.current);
  };
  return (
    <div className={cn("flex min-w-0 items-center gap-2", className)}>
      <Button variant="ghost" size="icon" aria-label={value === 0 ? "Unmute" : "Mute"} onClick={toggle}>
        <Icon aria-hidden />
      </Button>
      <input
        type="range"
        aria-label="Volume"
        aria-valuetext={`${Math.round(value * 100)} %`}
        min={0}
        max={1}
        step={0.05}
        value={value}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="h-5 min-w-0 flex-1 cursor-pointer accent-moon"
      />
    </div>
  );
}

export interface AudioPlayerProps extends Pick<AudioControlsProps, "label" | "formatTime" | "className"> {
  src: string;
  autoPlay?: boolean;
  onError?: () => void;
}

/** The controls over the browser's own decoder, for what is heard only where it stands. */
export function AudioPlayer({ src, label, formatTime, autoPlay = false, onError, className = "" }: AudioPlayerProps) {
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
    <>
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
      <AudioControls {...{ label, isPlaying, atMs, lengthMs, formatTime, className }} onToggle={toggle} onSeek={seek} />
    </>
  );
}
