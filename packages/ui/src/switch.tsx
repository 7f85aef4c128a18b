import { Switch as RadixSwitch } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn.ts";

export interface SwitchProps extends ComponentProps<typeof RadixSwitch.Root> {
  /** At the left; the whole line switches. */
  label: ReactNode;
}

/** Something that is on or off at once, with its label at the left. */
export function Switch({ label, className, ...rest }: SwitchProps) {
  return (
    <label
      className={cn("flex min-h-8 cursor-pointer items-center justify-between gap-3 text-sm text-soft pointer-coarse:min-h-11", className)}
    >
      {label}
      <RadixSwitch.Root
        className="h-5 w-9 shrink-0 rounded-full border border-edge bg-night p-px transition-colors data-[state=checked]:border-moon data-[state=checked]:bg-moon"
        {...rest}
      >
        <RadixSwitch.Thumb className="forced-color-adjust-none forced-colors:bg-[ButtonText]! block size-4 rounded-full bg-dim transition-transform data-[state=checked]:translate-x-4 data-[state=checked]:bg-night" />
      </RadixSwitch.Root>
    </label>
  );
}
