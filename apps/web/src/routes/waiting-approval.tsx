import { createFileRoute, redirect } from "@tanstack/react-router";
import { WaitingPage } from "../features/auth/waiting-page.tsx";
import { guard } from "../lib/account.ts";

export const Route = createFileRoute("/waiting-approval")({
  beforeLoad: async () => {
    // Approved meanwhile: 'Check Status' lets them in.
    if ((await guard(false)) === null) redirect({ to: "/", throw: true });
  },
  component: WaitingPage,
});
