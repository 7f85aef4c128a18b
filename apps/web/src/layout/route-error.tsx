import { Button } from "@nightjar/ui";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import { StandIn } from "./page.tsx";
import { isMissingCode } from "../lib/code-ahead.ts";
import { Unreachable } from "./unreachable.tsx";

/** A screen that broke: most often a new version was installed while this one was open. */
export function RouteError({ error }: ErrorComponentProps) {
  if (isMissingCode(error)) return <Unreachable />;
  return (
    <StandIn role="alert">
      <div className="flex max-w-md flex-col items-center">
        <TriangleAlert aria-hidden className="size-8 text-bad" />
        <h1 className="mt-4 text-lg font-semibold">This screen could not be shown</h1>
        <p className="mt-1 text-sm wrap-anywhere text-dim">{error instanceof Error ? error.message : String(error)}</p>
        <p className="mt-3 text-sm text-soft">Your streams are not affected. Reload the page to go on.</p>
        <Button variant="primary" className="mt-6" onClick={() => location.reload()}>
          Reload
        </Button>
      </div>
    </StandIn>
  );
}
