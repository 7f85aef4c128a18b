import { createFileRoute, redirect } from "@tanstack/react-router";
import { guard } from "../lib/account.ts";

export const Route = createFileRoute("/overlay-preview")({
  beforeLoad: async () => {
    const target = await guard(false);
    if (target !== null) redirect({ to: target, throw: true });
  },
  component: () => (
    <main className="grid min-h-dvh place-items-center p-6 text-center text-dim">
      <p>No preview data found. Please generate a preview from the designer.</p>
    </main>
  ),
});
