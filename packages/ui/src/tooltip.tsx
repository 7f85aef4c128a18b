import { Tooltip } from "radix-ui";
import { type FocusEvent, type ReactElement, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Hand, followHand } from "./hand.ts";

export interface TipProviderProps {
  delayMs: number;
  skipDelayMs: number;
  children: ReactNode;
}

let hand: Hand = { hasTabbed: () => true, isScrolling: () => false };

/** Once around the app: how long a pointer rests before a tooltip opens. */
export function TipProvider({ delayMs, skipDelayMs, children }: TipProviderProps) {
  useEffect(() => {
    const followed = followHand();
    hand = followed;
    return () => followed.stop();
  }, []);
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
  const { root, trigger } = useShown();
  return (
    <Tooltip.Root {...root}>
      <Tooltip.Trigger asChild {...trigger}>
        {children}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={6}
          collisionPadding={8}
          hideWhenDetached
          className="z-50 max-w-64 animate-fade-in rounded-md border border-line bg-raised px-2.5 py-1.5 text-xs text-ink shadow-lift"
        >
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

/** Whether it shows: Radix hides it at any scrolling, and shows it at a focus that is given back. */
function useShown() {
  const [isOpen, setOpen] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  const isScrolled = useRef(false);
  useLayoutEffect(() => {
    if (!isOpen) return;
    // The event comes before the next picture is drawn, and Radix listens to it later than this.
    const mark = () => {
      isScrolled.current = true;
      requestAnimationFrame(() => {
        isScrolled.current = false;
      });
    };
    addEventListener("scroll", mark, { capture: true });
    return () => removeEventListener("scroll", mark, { capture: true });
  }, [isOpen]);
  return {
    root: {
      open: isOpen,
      onOpenChange: (next: boolean) => {
        // Whoever came by keyboard may not have scrolled: the browser does where something grows above.
        const isMoved = isScrolled.current && !hand.isScrolling() && ref.current === document.activeElement;
        if (next || !isMoved) setOpen(next);
      },
    },
    trigger: {
      ref,
      onFocus: (event: FocusEvent) => {
        // A dialog that is gone gave it back: nobody came here, and the tooltip would take the Escape that is meant for the dialog below.
        if (!event.relatedTarget && !hand.hasTabbed()) event.preventDefault();
      },
    },
  };
}
