import { Button, EmptyState } from "@nightjar/ui";
import { MousePointerClick } from "lucide-react";
import { useDesign, useStore } from "../use-design.ts";
import { LookSection, OutlineSection, ShadowSection } from "./look-sections.tsx";
import { MediaSection } from "./media-section.tsx";
import { NameSection } from "./name-section.tsx";
import { PanelSection } from "./panel-section.tsx";
import { PositionSection } from "./position-section.tsx";
import { BarSection, ContentSection, TextSection } from "./text-section.tsx";

/** The properties of what is selected, of one element or of many. */
export function PropertiesPanel() {
  const designer = useStore();
  const isEmpty = useDesign(({ selection }) => selection.length === 0);
  const canPaste = useDesign((state) => state.canPaste);
  if (isEmpty) {
    return (
      <EmptyState
        icon={<MousePointerClick />}
        title="Nothing selected"
        text="Select an element on the canvas or in the layers to edit it."
        action={canPaste ? <Button onClick={() => void designer.paste()}>Paste</Button> : undefined}
        className="py-16"
      />
    );
  }
  return (
    <div className="flex flex-col">
      <NameSection />
      <ContentSection />
      <MediaSection />
      <PositionSection />
      <LookSection />
      <TextSection />
      <BarSection />
      <ShadowSection />
      <OutlineSection />
      <PanelSection />
    </div>
  );
}
