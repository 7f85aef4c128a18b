import { createFileRoute, redirect } from "@tanstack/react-router";
import { LoginPage } from "../features/auth/login-page.tsx";
import { guard } from "../lib/account.ts";
import { placeToGo } from "../lib/signed-out.ts";

export const Route = createFileRoute("/login")({
  beforeLoad: async () => {
    const target = await guard(false);
    if (target === null) redirect({ href: placeToGo(), throw: true });
    else if (target !== "/login") redirect({ to: target, throw: true });
  },
  component: LoginPage,
});
