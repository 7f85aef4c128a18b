import { type Steps, CHART_HEIGHT, chartPaths, topOf } from "./steps.ts";

export interface StepChartProps {
  /** What it shows, in a sentence for who does not see it. */
  label: string;
  steps: Steps;
  /** How its highest line is told. */
  top: (top: number) => string;
  /** When its first step was, e.g. "1 h ago". */
  from: string;
  className?: string;
}

/** A figure over time up to now, in equal steps; a gap where it is not known. */
export function StepChart({ label, steps, top: tell, from, className }: StepChartProps) {
  const top = topOf(steps);
  return (
    <figure className={className}>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${steps.length} ${CHART_HEIGHT}`}
        preserveAspectRatio="none"
        className="h-12 w-full border-y border-line text-moon"
      >
        <path d={chartPaths(steps, top).join(" ")} fill="currentColor" fillOpacity={0.35} />
      </svg>
      <figcaption className="mt-0.5 flex justify-between gap-3 text-xs text-dim tabular-nums">
        <span>{from}</span>
        <span>top {tell(top)}</span>
        <span>now</span>
      </figcaption>
    </figure>
  );
}
