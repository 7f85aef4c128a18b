import { Button, Tabs } from "@nightjar/ui";
import { getRouteApi } from "@tanstack/react-router";
import { Keyboard } from "lucide-react";
import type { ReactNode } from "react";
import { AddPanel } from "./panels/add-panel.tsx";
import { LayersPanel } from "./panels/layers-panel.tsx";
import { PropertiesPanel } from "./properties/properties-panel.tsx";
import { useDesign } from "./use-design.ts";

const route = getRouteApi("/_studio/overlay");

export interface NarrowPanelsProps {
  centre: ReactNode;
  templatesPanel: ReactNode;
  /** No template is shown yet: there is nothing that the others could be of. */
  isInert: boolean;
  onShortcuts: () => void;
}

/** The canvas stays in sight, the panels are tabs below it. */
export function NarrowPanels({ centre, templatesPanel, isInert, onShortcuts }: NarrowPanelsProps) {
  const { panel = "add" } = route.useSearch();
  const navigate = route.useNavigate();
  const count = useDesign(({ selection }) => selection.length);
  const ofTemplate = (panel: ReactNode) => <div inert={isInert}>{panel}</div>;
  const shortcuts = (
    <div className="border-t border-line p-3">
      <Button size="sm" variant="ghost" onClick={onShortcuts}>
        <Keyboard aria-hidden />
        Keyboard shortcuts
      </Button>
    </div>
  );
  return (
    <>
      <div className="flex h-[clamp(15rem,46dvh,32rem)] shrink-0 flex-col [&>*]:flex-1">{centre}</div>
      <Tabs
        fills
        label="Panels"
        value={panel}
        onValueChange={(value) => void navigate({ search: (was) => ({ ...was, panel: value }), replace: true, resetScroll: false })}
        tabs={[
          { value: "add", label: "Add", content: ofTemplate(<AddPanel />) },
          { value: "layers", label: "Layers", content: ofTemplate(<LayersPanel />) },
          { value: "properties", label: count > 0 ? `Properties (${count})` : "Properties", content: ofTemplate(<PropertiesPanel />) },
          {
            value: "templates",
            label: "Templates",
            content: (
              <>
                {templatesPanel}
                {shortcuts}
              </>
            ),
          },
        ]}
      />
    </>
  );
}
