import { type ComponentProps, use } from "react";
import { cn } from "./cn.ts";
import { Locked } from "./locked.ts";

export interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "size" | "checked" | "onChange" | "onClick"> {
  label: string;
  checked: boolean;
  onCheckedChange?: (isChecked: boolean) => void;
  /** Told of each press, and whether Shift was held. */
  onPress?: (withShift: boolean) => void;
}

/** Two edges of a turned box are its mark: a list has a box in each row, and makes as little for it as can be. */
const boxLook = cn(
  "grid size-5 shrink-0 cursor-[inherit] appearance-none place-content-center rounded border border-edge bg-night checked:border-moon checked:bg-moon",
  "before:hidden before:h-2.5 before:w-1.5 before:-translate-y-px before:rotate-45 before:border-r-[3px] before:border-b-[3px] before:border-night before:content-[''] checked:before:block",
  "forced-colors:appearance-auto forced-colors:before:hidden!",
);

/** A box to tick, with its label at the right. */
export function Checkbox({ label, className, onCheckedChange, onPress, ...rest }: CheckboxProps) {
  const isLocked = use(Locked);
  return (
    <label className={cn("flex min-h-10 cursor-pointer items-center select-none gap-2.5 text-sm text-soft", className)}>
      <input
        type="checkbox"
        className={boxLook}
        onChange={({ target }) => !isLocked && onCheckedChange?.(target.checked)}
        onClick={({ shiftKey }) => !isLocked && onPress?.(shiftKey)}
        {...rest}
      />
      {label}
    </label>
  );
}
