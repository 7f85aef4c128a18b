import { createFileRoute, redirect } from "@tanstack/react-router";
import { StudioLayout } from "../layout/studio-layout.tsx";
import { guard } from "../lib/account.ts";

export const Route = createFileRoute("/_studio")({
  beforeLoad: async () => {
    const target = await guard(false);
    if (target !== null) redirect({ to: target, throw: true });
  },
  component: StudioLayout,
});
