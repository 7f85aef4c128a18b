import { cva, type VariantProps } from "class-variance-authority";
import { LoaderCircle } from "lucide-react";
import { Slot } from "radix-ui";
import type { ComponentProps, KeyboardEvent, MouseEvent } from "react";
import { cn } from "./cn.ts";

const look = cva(
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-lg font-medium whitespace-nowrap select-none transition-colors duration-100 disabled:opacity-45 aria-disabled:opacity-45 forced-colors:border forced-colors:border-[ButtonBorder] [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-moon text-night pressable:hover:bg-moon-bright",
        secondary: "border border-line bg-raised text-ink pressable:hover:bg-hover",
        ghost: "text-soft pressable:hover:bg-hover pressable:hover:text-ink",
        danger: "border border-bad/40 bg-bad/10 text-bad pressable:hover:bg-bad/20",
        live: "bg-live text-white pressable:hover:bg-live/85",
      },
      size: {
        sm: "h-8 px-3 text-sm pointer-coarse:h-10",
        md: "h-10 px-4 text-sm pointer-coarse:h-11",
        lg: "h-12 px-5",
        icon: "size-9",
        tool: "size-8 pointer-coarse:size-11",
      },
    },
    defaultVariants: { variant: "secondary", size: "md" },
  },
);

export interface ButtonProps extends ComponentProps<"button">, VariantProps<typeof look> {
  /** Draws the child (a link) as a button. */
  asChild?: boolean;
  /**
   * Work is under way: cannot be pressed, nor by Enter in a field of its form, and shows a spinner once that takes a while. It keeps the
   * focus, which what is `disabled` loses: whoever presses by key would begin again at the top.
   */
  busy?: boolean;
}

/** A push button; `type` is "button" unless said otherwise. */
export function Button({ variant, size, className, asChild = false, busy = false, disabled, onClick, children, ...rest }: ButtonProps) {
  const classes = cn(look({ variant, size }), className);
  if (asChild) {
    return (
      <Slot.Root className={classes} onClick={onClick} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  const isBusy = busy || undefined;
  return (
    <button
      type="button"
      className={classes}
      disabled={disabled && !busy}
      aria-disabled={isBusy}
      aria-busy={isBusy}
      onClick={busy ? noPress : onClick}
      {...rest}
    >
      {busy && <LoaderCircle aria-hidden className="busy-mark" />}
      {children}
    </button>
  );
}

function noPress(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** The second half of a double press does nothing: what stands there by then has been read by nobody. */
export const oncePressed =
  (press: () => void) =>
  ({ detail }: Pick<MouseEvent, "detail">): void => {
    if (detail < 2) press();
  };

/** For `onKeyDown`: a key that is held presses nothing further, for what has the focus by then has been read by nobody. It still leads on. */
export function keyedOnce(event: KeyboardEvent): void {
  if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
}
