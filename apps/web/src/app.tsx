import { TOAST_DURATION_MS, TOAST_HOTKEY, TOAST_SWIPE_THRESHOLD_PX, TOOLTIP_DELAY_MS, TOOLTIP_SKIP_DELAY_MS } from "@nightjar/contract";
import { TipProvider, Toaster } from "@nightjar/ui";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { whenNotAllowed } from "./lib/live/live.ts";
import { entitiesIn, readAgain } from "./lib/live/reads.ts";
import { clearSession, TOKEN_KEY } from "./lib/session.ts";
import { toastStore } from "./lib/toast.ts";
import { queryClient, trpc, trpcClient, whenChanged, whenSignedOut } from "./lib/trpc.ts";
import { router } from "./router.ts";

// The guards decide where to; the cache may hold what the next visitor must not see.
whenNotAllowed(() => void router.invalidate());
whenChanged((names) => readAgain(entitiesIn(names)));
whenSignedOut(() => {
  clearSession();
  queryClient.clear();
  void router.invalidate();
});

// Signed out or in as somebody else in another tab.
addEventListener("storage", ({ key }) => {
  if (key !== TOKEN_KEY && key !== null) return;
  queryClient.clear();
  void router.invalidate();
});

/** Everything around the screens: data, routes, tooltips, notices. */
export function App() {
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient} abortOnUnmount>
      <QueryClientProvider client={queryClient}>
        <TipProvider delayMs={TOOLTIP_DELAY_MS} skipDelayMs={TOOLTIP_SKIP_DELAY_MS}>
          <RouterProvider router={router} />
          <Toaster store={toastStore} durationMs={TOAST_DURATION_MS} swipeThresholdPx={TOAST_SWIPE_THRESHOLD_PX} hotkey={TOAST_HOTKEY} />
        </TipProvider>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
