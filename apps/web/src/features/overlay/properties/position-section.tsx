import {
  CANVAS_HEIGHT_PX,
  CANVAS_WIDTH_PX,
  FONT_SIZE_MAX_PX,
  FONT_SIZE_MIN_PX,
  LARGE_ELEMENT_TYPES,
  LARGE_SIZE_MAX_PX,
} from "@nightjar/contract";
import { IconButton, NumberInput } from "@nightjar/ui";
import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceBetween,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceBetween,
  type LucideIcon,
} from "lucide-react";
import { elementsOf } from "../kernel/document.ts";
import { maxSizePx } from "../kernel/limits.ts";
import type { AlignEdge } from "../kernel/types.ts";
import { useDesign, useEdit, useStore } from "../use-design.ts";
import { Section, SliderLine } from "./fields.tsx";

// The picture shows the line that the elements are brought to.
const EDGES: readonly { edge: AlignEdge; label: string; icon: LucideIcon }[] = [
  { edge: "left", label: "Align left", icon: AlignStartVertical },
  { edge: "center", label: "Align centres", icon: AlignCenterVertical },
  { edge: "right", label: "Align right", icon: AlignEndVertical },
  { edge: "top", label: "Align top", icon: AlignStartHorizontal },
  { edge: "middle", label: "Align middles", icon: AlignCenterHorizontal },
  { edge: "bottom", label: "Align bottom", icon: AlignEndHorizontal },
];
const TO_CANVAS = "to the canvas";

function Arrange() {
  const designer = useStore();
  const count = useDesign(({ selection }) => selection.length);
  return (
    <div role="group" aria-label="Arrange" className="flex flex-wrap justify-between gap-y-1 [&_button]:w-7 pointer-coarse:[&_button]:w-10">
      {EDGES.map(({ edge, label, icon: Icon }) => (
        <IconButton
          key={edge}
          size="tool"
          label={count > 1 ? label : `${label} ${TO_CANVAS}`}
          icon={<Icon />}
          onClick={() => designer.align(edge)}
        />
      ))}
      {count > 2 && (
        <>
          <IconButton
            size="tool"
            label="Distribute horizontally"
            icon={<AlignHorizontalSpaceBetween />}
            onClick={() => designer.distribute("horizontal")}
          />
          <IconButton
            size="tool"
            label="Distribute vertically"
            icon={<AlignVerticalSpaceBetween />}
            onClick={() => designer.distribute("vertical")}
          />
        </>
      )}
    </div>
  );
}

function Size() {
  const edit = useEdit("fontSize", "Size");
  const isLarge = useDesign(({ document, selection }) =>
    elementsOf(document, selection).every(({ type }) => LARGE_ELEMENT_TYPES.includes(type)),
  );
  const inputMax = useDesign(({ document, selection }) => Math.max(...elementsOf(document, selection).map(maxSizePx)));
  return (
    <SliderLine
      label="Size"
      edit={edit}
      min={FONT_SIZE_MIN_PX}
      max={isLarge ? LARGE_SIZE_MAX_PX : FONT_SIZE_MAX_PX}
      inputMax={inputMax}
      unit="px"
    />
  );
}

/** Where it stands and how large it is. */
export function PositionSection() {
  const x = useEdit("xPosition", "Position");
  const y = useEdit("yPosition", "Position");
  return (
    <Section title="Position and size">
      <Arrange />
      <div className="grid grid-cols-2 gap-2">
        <NumberInput
          label="X position"
          prefix="X"
          value={x.value ?? null}
          min={0}
          max={CANVAS_WIDTH_PX}
          onChange={x.slide}
          onDone={x.done}
        />
        <NumberInput
          label="Y position"
          prefix="Y"
          value={y.value ?? null}
          min={0}
          max={CANVAS_HEIGHT_PX}
          onChange={y.slide}
          onDone={y.done}
        />
      </div>
      <Size />
    </Section>
  );
}
