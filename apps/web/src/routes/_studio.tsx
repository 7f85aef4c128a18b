import { createFileRoute, redirect } from "@tanstack/react-router";
import { StudioLayout } from "../layout/studio-layout.tsx";
import { guard } from "../lib/account.ts";
import { rememberPlace } from "../lib/signed-out.ts";

export const Route = createFileRoute("/_studio")({
  beforeLoad: async ({ location, preload }) => {
    const target = await guard(false);
    if (target === "/login" && !preload) rememberPlace(location.href);
    if (target !== null) redirect({ to: target, throw: true });
  },
  component: StudioLayout,
});
