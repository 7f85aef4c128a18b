import type { OnAirRender } from "@nightjar/contract";
import { ProgressBar } from "@nightjar/ui";
import { ChevronDown } from "lucide-react";
import { clockTime, plural } from "../../../lib/format.ts";

/** Sound and picture of one track are one thing to who waits for it: as far as the slower one is. */
function perThing(renders: readonly OnAirRender[]): OnAirRender[] {
  const things = Map.groupBy(renders, ({ label, dueAt }) => `${label} ${dueAt}`).values();
  return [...things].flatMap(([first, ...others]) => {
    return first ? [{ ...first, progress: Math.min(first.progress, ...others.map(({ progress }) => progress)) }] : [];
  });
}

/** What is being rendered for this stream, soonest on air first. Closed until somebody asks. */
export function Renders({ renders }: { renders: readonly OnAirRender[] }) {
  const things = perThing(renders);
  return (
    <details className="group border-t border-line pt-3">
      <summary className="flex cursor-pointer list-none items-center justify-between gap-3 py-1 text-sm text-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        <span>{plural(things.length, "render")} under way</span>
        <ChevronDown aria-hidden className="size-4 text-dim transition-transform group-open:rotate-180" />
      </summary>
      <ul aria-label="Renders under way" className="mt-1 flex flex-col gap-3">
        {things.map(({ label, progress, dueAt }, index) => (
          <li key={`${label} ${index}`} className="flex flex-col gap-1 text-sm">
            <div className="flex min-w-0 items-baseline justify-between gap-3">
              <span dir="auto" className="truncate">
                {label}
              </span>
              <span className="shrink-0 text-xs text-dim tabular-nums">{dueAt === null ? "" : `needed at ${clockTime(dueAt)}`}</span>
            </div>
            <div className="flex items-center gap-3">
              <ProgressBar label={`Rendering of ${label}`} value={progress} className="flex-1" />
              <span className="w-11 shrink-0 text-right text-xs text-soft tabular-nums">{Math.floor(progress * 100)} %</span>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
