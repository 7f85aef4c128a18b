import { createFileRoute, redirect } from "@tanstack/react-router";
import { PreviewPage } from "../features/overlay-preview/preview-page.tsx";
import { guard } from "../lib/account.ts";

export const Route = createFileRoute("/overlay-preview")({
  beforeLoad: async () => {
    const target = await guard(false);
    if (target !== null) redirect({ to: target, throw: true });
  },
  component: PreviewPage,
});
