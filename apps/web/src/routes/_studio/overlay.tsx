import { createFileRoute } from "@tanstack/react-router";
import { loadOverlay } from "../../features/overlay/load.ts";
import { OverlayPage } from "../../features/overlay/overlay-page.tsx";
import { overlaySearch } from "../../features/overlay/search.ts";

export const Route = createFileRoute("/_studio/overlay")({
  validateSearch: overlaySearch,
  loader: ({ context }) => loadOverlay(context.api),
  component: OverlayPage,
});
