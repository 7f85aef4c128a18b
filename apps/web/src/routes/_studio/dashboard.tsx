import { createFileRoute } from "@tanstack/react-router";
import { loadDashboard } from "../../features/dashboard/load.ts";
import { DashboardPage } from "../../features/dashboard/dashboard-page.tsx";

export const Route = createFileRoute("/_studio/dashboard")({
  loader: ({ context }) => loadDashboard(context.api),
  component: DashboardPage,
});
