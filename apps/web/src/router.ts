import { createRouter } from "@tanstack/react-router";
import { NotFound } from "./layout/not-found.tsx";
import { RouteError } from "./layout/route-error.tsx";
import { api } from "./lib/trpc.ts";
import { routeTree } from "./routeTree.gen.ts";

export const router = createRouter({
  routeTree,
  context: { api },
  defaultPreload: "intent",
  // TanStack Query keeps the data; the router asks it every time.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: RouteError,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
