import { SILENT_DB, type WallStream } from "@nightjar/contract";
import { cn } from "@nightjar/ui";

/** What is loud is near it; the quarter below tells most. */
const LOUDEST_DB = -6;
const QUIETEST_DB = -48;

/** So long what sounded last stands for what is not known: where one track follows another, nothing is told ahead for a moment. */
const HELD_MS = 4000;

/** The level now; null: none was told for this moment, nor just before it. @param ageMs since the look was told */
export function levelNow(sound: WallStream["sound"] | undefined, ageMs: number): number | null {
  if (!sound) return null;
  const { levelsDb, stepMs } = sound;
  const sinceMs = sound.ageMs + ageMs;
  const isHeld = sinceMs < levelsDb.length * stepMs + HELD_MS;
  return levelsDb[Math.floor(sinceMs / stepMs)] ?? (isHeld ? levelsDb.at(-1) : null) ?? null;
}

export const shareOf = (levelDb: number) => Math.min(1, Math.max(0, (levelDb - QUIETEST_DB) / (LOUDEST_DB - QUIETEST_DB)));

/** How loud what is sent is, second by second. What is not known is no silence: it has an outline alone. */
export function Meter({ levelDb, className }: { levelDb: number | null; className?: string }) {
  const told = levelDb === null ? "not known" : levelDb <= SILENT_DB ? "silence" : `${Math.round(levelDb)} dB`;
  return (
    <span
      role="meter"
      aria-label="Sound"
      aria-valuemin={SILENT_DB}
      aria-valuemax={0}
      aria-valuenow={Math.round(levelDb ?? SILENT_DB)}
      aria-valuetext={told}
      title={`Sound: ${told}`}
      className={cn(
        "block w-1.5 overflow-hidden rounded-full",
        levelDb === null ? "border border-dashed border-ink/50 bg-night/40" : "bg-night/70 ring-1 ring-ink/15 forced-colors:border",
        className,
      )}
    >
      {levelDb !== null && (
        <span
          className="block h-full origin-bottom rounded-full bg-good transition-transform duration-700 ease-out forced-color-adjust-none forced-colors:bg-[Highlight]"
          style={{ transform: `scaleY(${shareOf(levelDb)})` }}
        />
      )}
    </span>
  );
}
