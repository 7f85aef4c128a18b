import { Button } from "@nightjar/ui";

/** The parts of a stream's settings, as its one dialog shows them. */
export type SettingsPart = "name" | "sound" | "picture" | "backgrounds" | "clocks" | "destinations";

interface SettingsLineProps {
  /** What they are now. */
  text: string;
  /** What the button changes, behind "Change ". */
  what: string;
  onChange: () => void;
}

/** What some settings are, where they matter; they are changed with all others in one place. */
export function SettingsLine({ text, what, onChange }: SettingsLineProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 text-sm text-soft">{text}</p>
      <Button size="sm" onClick={onChange} aria-label={`Change ${what}`}>
        Change
      </Button>
    </div>
  );
}
