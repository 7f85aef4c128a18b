import { createFileRoute, redirect } from "@tanstack/react-router";
import { AdminPage } from "../../features/admin/admin-page.tsx";
import { adminSearch } from "../../features/admin/search.ts";
import { guard } from "../../lib/account.ts";

export const Route = createFileRoute("/_studio/admin")({
  validateSearch: adminSearch,
  beforeLoad: async () => {
    const target = await guard(true);
    if (target !== null) redirect({ to: target, throw: true });
  },
  loader: ({ context }) => {
    void context.api.admin.users.prefetch();
    void context.api.admin.pendingUsers.prefetch();
    void context.api.auth.mailConfigured.prefetch();
  },
  component: AdminPage,
});
