import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./button.tsx";
import { Tip } from "./tooltip.tsx";

export interface IconButtonProps extends Omit<ButtonProps, "asChild" | "children"> {
  /** The accessible name, shown as tooltip too. */
  label: string;
  icon: ReactNode;
}

/** A button that shows a picture only; its label is its name and its tooltip. */
export function IconButton({ label, icon, variant = "ghost", size = "icon", ...rest }: IconButtonProps) {
  return (
    <Tip text={label}>
      <Button aria-label={label} variant={variant} size={size} {...rest}>
        {icon}
      </Button>
    </Tip>
  );
}
