import type { ReactNode } from "react";
import { cn } from "./cn.ts";

export type Tone = "neutral" | "moon" | "good" | "warn" | "bad" | "live";

const badgeTones: Record<Tone, string> = {
  neutral: "bg-raised text-soft ring-line",
  moon: "bg-moon/12 text-moon ring-moon/30",
  good: "bg-good/12 text-good ring-good/30",
  warn: "bg-warn/12 text-warn ring-warn/30",
  bad: "bg-bad/12 text-bad ring-bad/30",
  live: "bg-live text-white ring-live",
};

export interface BadgeProps {
  tone?: Tone;
  className?: string;
  children: ReactNode;
}

/** A short word about the state of a thing. */
export function Badge({ tone = "neutral", className, children }: BadgeProps) {
  return (
    <span
      className={cn(
        "inline-flex items-center gap-1.5 rounded-md px-2 py-0.5 text-xs font-medium whitespace-nowrap tabular-nums ring-1 ring-inset forced-colors:border",
        badgeTones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

const dotTones: Record<Tone, string> = {
  neutral: "bg-edge",
  moon: "bg-moon",
  good: "bg-good",
  warn: "bg-warn",
  bad: "bg-bad",
  live: "bg-live-soft",
};

/** A signal lamp; the word beside it says the same, colour alone says nothing. */
export function Lamp({ tone, breathing = false, className }: { tone: Tone; breathing?: boolean; className?: string }) {
  return (
    <span
      aria-hidden
      data-lamp
      className={cn(
        "size-2 shrink-0 rounded-full forced-color-adjust-none forced-colors:border forced-colors:border-[CanvasText]",
        dotTones[tone],
        breathing && "animate-breathe",
        className,
      )}
    />
  );
}

export interface ProgressBarProps {
  /** Its accessible name. */
  label: string;
  /** 0 to 1. */
  value: number;
  tone?: "moon" | "live" | "warn";
  className?: string;
}

const barTones = { moon: "bg-moon", live: "bg-live-soft", warn: "bg-warn" } as const;

/** How far something is. It moves by transform, so nothing around it moves. */
export function ProgressBar({ label, value, tone = "moon", className }: ProgressBarProps) {
  const share = Math.min(1, Math.max(0, value));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      className={cn("h-1.5 overflow-hidden rounded-full bg-hover forced-colors:border", className)}
    >
      <div
        className={cn("h-full origin-left rounded-full forced-color-adjust-none forced-colors:bg-[Highlight]", barTones[tone])}
        style={{ transform: `scaleX(${share})` }}
      />
    </div>
  );
}

export interface StatProps {
  label: string;
  value: ReactNode;
  icon?: ReactNode;
  note?: ReactNode;
}

/** One figure with its name. */
export function Stat({ label, value, icon, note }: StatProps) {
  return (
    <div className="rounded-2xl border border-line bg-panel px-5 py-4">
      <div className="flex items-center justify-between gap-3 text-dim">
        <p className="text-sm">{label}</p>
        <span aria-hidden className="max-sm:hidden [&_svg]:size-4">
          {icon}
        </span>
      </div>
      <p className="mt-1.5 text-3xl font-semibold tracking-tight tabular-nums">{value}</p>
      {note !== undefined && <p className="mt-0.5 text-sm text-dim">{note}</p>}
    </div>
  );
}

/** Within what is read out as it changes: a voice that says each second or each percent helps nobody. */
export function InSilence({ children }: { children: ReactNode }) {
  return <span aria-live="off">{children}</span>;
}

/** A sentence that is read out, but for how far it has come: "Uploading... 34 %", "12 of 300". */
export function Counting({ text }: { text: string }) {
  return text.split(/([\d,]+(?: of [\d,]+| %))/).map((part, at) => (at % 2 === 0 ? part : <InSilence key={at}>{part}</InSilence>));
}
