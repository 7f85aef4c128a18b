import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { whenNotAllowed } from "./lib/account.ts";
import { sessionEndOf } from "./lib/errors.ts";
import { entitiesIn, readAgain } from "./lib/live/reads.ts";
import { forgetOtherSession } from "./lib/other-session.ts";
import { TOKEN_KEY } from "./lib/session.ts";
import { loseSession } from "./lib/signed-out.ts";
import { queryClient, trpc, trpcClient, whenChanged, whenSignedOut } from "./lib/trpc.ts";
import { router } from "./router.ts";

// The guards decide where to; the cache may hold what the next visitor must not see.
whenNotAllowed(() => void router.invalidate());
whenChanged((names) => readAgain(entitiesIn(names)));
whenSignedOut((error) => {
  loseSession(sessionEndOf(error) ?? "unknown");
  queryClient.clear();
  void router.invalidate();
});

addEventListener("storage", ({ key }) => {
  if (key !== TOKEN_KEY && key !== null) return;
  forgetOtherSession();
  void router.invalidate();
});

/** Everything around the screens: data and routes. Tooltips and notices come with the studio. */
export function App() {
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient} abortOnUnmount>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </trpc.Provider>
  );
}
