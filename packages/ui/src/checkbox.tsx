import { Check } from "lucide-react";
import { Checkbox as RadixCheckbox } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

export interface CheckboxProps extends ComponentProps<typeof RadixCheckbox.Root> {
  label: string;
  /** Told of each press, and whether Shift was held. */
  onPress?: (withShift: boolean) => void;
}

/** A box to tick, with its label at the right. */
export function Checkbox({ label, className, onPress, ...rest }: CheckboxProps) {
  return (
    <label className={cn("flex min-h-10 cursor-pointer items-center select-none gap-2.5 text-sm text-soft", className)}>
      <RadixCheckbox.Root
        className="grid size-5 shrink-0 place-items-center rounded border border-edge bg-night data-[state=checked]:border-moon data-[state=checked]:bg-moon"
        {...(onPress && { onClick: ({ shiftKey }) => onPress(shiftKey) })}
        {...rest}
      >
        <RadixCheckbox.Indicator>
          <Check aria-hidden className="size-3.5 text-night forced-colors:text-[ButtonText]" strokeWidth={3} />
        </RadixCheckbox.Indicator>
      </RadixCheckbox.Root>
      {label}
    </label>
  );
}
