import { createFileRoute, redirect } from "@tanstack/react-router";
import { PreviewPage } from "../features/overlay-preview/preview-page.tsx";
import { guard } from "../lib/account.ts";
import { rememberPlace } from "../lib/signed-out.ts";

export const Route = createFileRoute("/overlay-preview")({
  beforeLoad: async ({ location, preload }) => {
    const target = await guard(false);
    if (target === "/login" && !preload) rememberPlace(location.href);
    if (target !== null) redirect({ to: target, throw: true });
  },
  component: PreviewPage,
});
