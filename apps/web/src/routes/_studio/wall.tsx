import { createFileRoute } from "@tanstack/react-router";
import { loadWall } from "../../features/wall/load.ts";
import { WallPage } from "../../features/wall/wall-page.tsx";

export const Route = createFileRoute("/_studio/wall")({
  loader: ({ context }) => loadWall(context.api),
  component: WallPage,
});
