import { createRootRouteWithContext, Outlet } from "@tanstack/react-router";
import type { api } from "../lib/trpc.ts";

export const Route = createRootRouteWithContext<{ api: typeof api }>()({ component: Outlet });
