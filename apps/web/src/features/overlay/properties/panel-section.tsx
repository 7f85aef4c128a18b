import type { ScenePlate } from "@nightjar/contract";
import { plateUnder } from "../kernel/document.ts";
import type { PlateFields } from "../kernel/types.ts";
import { type Edit, useDesign, useStore } from "../use-design.ts";
import { ColorLine, Section, SliderLine } from "./fields.tsx";
import { Toggle } from "./look-sections.tsx";

const REACH_PX = 256;

function Fields({ plate }: { plate: ScenePlate }) {
  const designer = useStore();
  const [id] = plate.elementIds;
  if (id === undefined) return null;
  const edit = <Key extends keyof PlateFields>(key: Key): Pick<Edit<PlateFields[Key]>, "value" | "slide" | "done"> => ({
    value: plate[key],
    slide(value) {
      designer.begin("panel", "Panel");
      designer.setPlate(id, { [key]: value });
    },
    done: () => designer.commit(),
  });
  return (
    <>
      <ColorLine label="Colour" name="Panel colour" edit={edit("color")} />
      <SliderLine label="Opacity" name="Panel opacity" edit={edit("opacity")} min={0} max={100} unit="%" />
      <SliderLine label="Padding" name="Panel padding" edit={edit("paddingPx")} min={0} max={REACH_PX} unit="px" />
      <SliderLine label="At the end" name="Panel padding at the right end" edit={edit("paddingRightPx")} min={0} max={REACH_PX} unit="px" />
      <SliderLine label="Corners" name="Panel corners" edit={edit("radiusPx")} min={0} max={REACH_PX} unit="px" />
    </>
  );
}

/** The panel behind the selected elements: as large as what they fill. */
export function PanelSection() {
  const designer = useStore();
  // One panel under all that is selected, or none is shown as on.
  const plate = useDesign(({ document, selection }) => {
    const [first, ...rest] = selection.map((id) => plateUnder(document, id));
    return first && rest.every((other) => other === first) ? first : null;
  });
  const toggle = (isOn: boolean) => {
    const id = plate?.elementIds[0];
    if (isOn) designer.addPlate();
    else if (id !== undefined) designer.removePlate(id);
  };
  return (
    <Section title="Panel behind" aside={<Toggle label="Panel behind" isOn={plate !== null} onToggle={toggle} />}>
      {plate && (
        <>
          <Fields plate={plate} />
          {plate.elementIds.length > 1 && <p className="text-xs text-dim">Shared by {plate.elementIds.length} elements.</p>}
        </>
      )}
    </Section>
  );
}
