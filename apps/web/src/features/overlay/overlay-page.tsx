import { elementId } from "@nightjar/contract";
import { newId } from "@nightjar/kit";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { Reading } from "../../layout/reading.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { trpc } from "../../lib/trpc.ts";
import { useIsHere } from "../../lib/use-is-here.ts";
import { DesignerScreen } from "./designer-screen.tsx";
import { createDesigner } from "./kernel/designer.ts";
import { designerPort } from "./port.ts";
import { DRAFT } from "./search.ts";
import { type Target, targetOf } from "./target.ts";
import { DesignProvider } from "./use-design.ts";

const route = getRouteApi("/_studio/overlay");

/** /overlay */
export function OverlayPage() {
  usePageTitle("Overlay Designer");
  return (
    <Reading loading="Loading templates..." failed="The templates could not be read">
      <Designer />
    </Reading>
  );
}

function Designer() {
  const { template: named } = route.useSearch();
  const navigate = route.useNavigate();
  const [templates] = trpc.overlays.templates.useSuspenseQuery();
  const [designer] = useState(() => createDesigner({ port: designerPort, newId: () => elementId.parse(newId()) }));
  const [entered, setEntered] = useState(() => ({ named, target: targetOf(templates, named) }));
  // By the address alone: what somebody deletes meanwhile stays under the hands of who is editing it.
  if (entered.named !== named) setEntered({ named, target: targetOf(templates, named) });
  const { target } = entered;

  const open = (next: Target, replace = false) => void navigate({ search: (was) => ({ ...was, template: next ?? DRAFT }), replace });
  const address = target ?? DRAFT;
  const isHere = useIsHere("/overlay");
  const nameInAddress = useEffectEvent(() => {
    if (address !== named && isHere()) void navigate({ search: (was) => ({ ...was, template: address }), replace: true });
  });
  // What was chosen on entry stays chosen, whatever is added to the list meanwhile.
  useEffect(() => nameInAddress(), [address, named]);

  return (
    <DesignProvider value={designer}>
      <DesignerScreen templates={templates} target={target} onOpen={open} />
    </DesignProvider>
  );
}
