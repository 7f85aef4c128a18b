import { elementId } from "@nightjar/contract";
import { Loading } from "@nightjar/ui";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { QueryError } from "../../layout/query-state.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { trpc } from "../../lib/trpc.ts";
import { DesignerScreen } from "./designer-screen.tsx";
import { createDesigner } from "./kernel/designer.ts";
import { designerPort } from "./port.ts";
import { DRAFT, type Target, targetOf } from "./search.ts";
import { DesignProvider } from "./use-design.ts";

const route = getRouteApi("/_studio/overlay");

/** crypto.randomUUID is missing where the studio is reached without https. */
const newId = () =>
  elementId.parse(Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(""));

/** /overlay */
export function OverlayPage() {
  usePageTitle("Overlay Designer");
  const { template: named } = route.useSearch();
  const navigate = route.useNavigate();
  const templates = trpc.overlays.templates.useQuery();
  const [designer] = useState(() => createDesigner({ port: designerPort, newId }));
  const target = templates.data ? targetOf(templates.data, named) : undefined;

  const open = (next: Target, replace = false) => void navigate({ search: { template: next ?? DRAFT }, replace });
  const address = target === undefined ? undefined : (target ?? DRAFT);
  useEffect(() => {
    // What was chosen on entry stays chosen, whatever is added to the list meanwhile.
    if (address !== undefined && address !== named) void navigate({ search: { template: address }, replace: true });
  }, [address, named, navigate]);

  // A later reading that fails must not take the designer away with what is in it.
  if (!templates.data || target === undefined) {
    if (!templates.isError) return <Loading text="Loading templates..." />;
    return <QueryError error={templates.error} fallback="The templates could not be read" onRetry={() => void templates.refetch()} />;
  }
  return (
    <DesignProvider value={designer}>
      <DesignerScreen templates={templates.data} target={target} onOpen={open} />
    </DesignProvider>
  );
}
