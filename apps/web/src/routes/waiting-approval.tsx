import { createFileRoute, redirect } from "@tanstack/react-router";
import { WaitingPage } from "../features/auth/waiting-page.tsx";
import { guard } from "../lib/account.ts";
import { readToken } from "../lib/session.ts";

export const Route = createFileRoute("/waiting-approval")({
  beforeLoad: async () => {
    const wasSignedIn = readToken() !== null;
    const target = await guard(false);
    // Approved meanwhile: 'Check Status' lets them in.
    if (target === null) redirect({ to: "/", throw: true });
    // Rejected meanwhile: the sign-in page says so.
    if (target === "/login" && wasSignedIn) redirect({ to: target, throw: true });
  },
  component: WaitingPage,
});
