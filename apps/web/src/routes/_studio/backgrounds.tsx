import { createFileRoute } from "@tanstack/react-router";
import { BackgroundsPage } from "../../features/backgrounds/backgrounds-page.tsx";
import { loadBackgrounds } from "../../features/backgrounds/load.ts";

export const Route = createFileRoute("/_studio/backgrounds")({
  loader: ({ context }) => loadBackgrounds(context.api),
  component: BackgroundsPage,
});
