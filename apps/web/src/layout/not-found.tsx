import { Button, Mark } from "@nightjar/ui";
import { Link } from "@tanstack/react-router";
import { usePageTitle } from "../lib/page-title.ts";
import { StandIn } from "./page.tsx";

/** Any path that leads nowhere. */
export function NotFound() {
  usePageTitle("Page not found");
  return (
    <StandIn>
      <div className="flex flex-col items-center">
        <Mark className="size-12 opacity-60" />
        <p className="mt-8 text-6xl font-semibold tracking-tighter tabular-nums">404</p>
        <h1 className="mt-2 text-lg font-medium">Page not found</h1>
        <p className="mt-1 max-w-xs text-dim">Nothing is on air at this address.</p>
        <Button asChild variant="primary" className="mt-6">
          <Link to="/">Back to the dashboard</Link>
        </Button>
      </div>
    </StandIn>
  );
}
