import { Tooltip } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

export interface TipProviderProps {
  delayMs: number;
  skipDelayMs: number;
  children: ReactNode;
}

/** Once around the app: how long a pointer rests before a tooltip opens. */
export function TipProvider({ delayMs, skipDelayMs, children }: TipProviderProps) {
  return (
    <Tooltip.Provider delayDuration={delayMs} skipDelayDuration={skipDelayMs}>
      {children}
    </Tooltip.Provider>
  );
}

export interface TipProps {
  text: ReactNode;
  children: ReactElement;
}

/** A tooltip on its only child. */
export function Tip({ text, children }: TipProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-64 animate-fade-in rounded-md border border-line bg-raised px-2.5 py-1.5 text-xs text-ink shadow-lift"
        >
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
