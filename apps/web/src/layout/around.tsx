import { TOAST_DURATION_MS, TOAST_HOTKEY, TOAST_SWIPE_THRESHOLD_PX, TOOLTIP_DELAY_MS, TOOLTIP_SKIP_DELAY_MS } from "@nightjar/contract";
import { TipProvider, Toaster } from "@nightjar/ui";
import type { ReactNode } from "react";
import { toastStore } from "../lib/toast.ts";

/** What is around every screen of the studio: tooltips and notices. The pages before it have neither, and are light. */
export function Around({ children }: { children: ReactNode }) {
  return (
    <TipProvider delayMs={TOOLTIP_DELAY_MS} skipDelayMs={TOOLTIP_SKIP_DELAY_MS}>
      {children}
      <Toaster store={toastStore} durationMs={TOAST_DURATION_MS} swipeThresholdPx={TOAST_SWIPE_THRESHOLD_PX} hotkey={TOAST_HOTKEY} />
    </TipProvider>
  );
}
