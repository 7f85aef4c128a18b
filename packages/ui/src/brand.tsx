import { cn } from "./cn.ts";

/** The bird's eye: a moon with the churr, its night song, beside it. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={cn("size-8", className)}>
      <path d="M13.5 4a12 12 0 1 0 0 24 9.6 9.6 0 0 1-4.6-12A9.6 9.6 0 0 1 13.5 4Z" fill="var(--color-moon)" />
      <g stroke="var(--color-moon)" strokeWidth="2.4" strokeLinecap="round">
        <path d="M15 14.5v3" />
        <path d="M19.5 11v10" />
        <path d="M24 13v6" />
        <path d="M28.5 15v2" />
      </g>
    </svg>
  );
}

/** The mark with the name. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={cn("inline-flex items-center gap-2.5 text-lg font-semibold tracking-tight", className)}>
      <Mark className="size-7" />
      Nightjar
    </span>
  );
}
