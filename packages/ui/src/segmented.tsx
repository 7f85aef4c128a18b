import { ToggleGroup } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "./cn.ts";

export interface SegmentedProps<Value extends string> {
  /** The group's accessible name. */
  label: string;
  /** null: none is chosen, as where several things differ. */
  value: Value | null;
  onValueChange: (value: Value) => void;
  /** `name` is what a segment is called where `content` is a picture only. */
  options: readonly { value: Value; name: string; content: ReactNode }[];
  className?: string;
}

/** A few choices side by side, one of them chosen. */
export function Segmented<Value extends string>({ label, value, onValueChange, options, className }: SegmentedProps<Value>) {
  const choose = (next: string) => {
    const option = options.find((candidate) => candidate.value === next);
    if (option) onValueChange(option.value);
  };
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value ?? ""}
      onValueChange={choose}
      className={cn("flex rounded-lg border border-line bg-night p-0.5", className)}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          aria-label={option.name}
          title={option.name}
          className="grid h-7 flex-1 place-items-center rounded-md px-2 text-sm text-dim hover:text-ink data-[state=on]:bg-raised data-[state=on]:text-ink pointer-coarse:h-10 [&_svg]:size-4"
        >
          {option.content}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
