import { CANVAS_WIDTH_PX, FONT_FAMILIES, type TextAlign, type TextOverflow } from "@nightjar/contract";
import { NumberInput, Segmented, Textarea } from "@nightjar/ui";
import { TextAlignCenter, TextAlignEnd, TextAlignStart } from "lucide-react";
import { type ReactNode, useId } from "react";
import { APPLIES } from "../element-types.ts";
import { MIN_BOX_WIDTH_PX } from "../kernel/limits.ts";
import { useEdit } from "../use-design.ts";
import { Line, Section, SelectLine } from "./fields.tsx";

const FAMILIES = FONT_FAMILIES.map((value) => ({ value, name: value }));
const WEIGHTS = [
  { value: "400", name: "Regular" },
  { value: "700", name: "Bold" },
] as const;
const ALIGNS: readonly { value: TextAlign; name: string; content: ReactNode }[] = [
  { value: "left", name: "Left", content: <TextAlignStart aria-hidden /> },
  { value: "center", name: "Centre", content: <TextAlignCenter aria-hidden /> },
  { value: "right", name: "Right", content: <TextAlignEnd aria-hidden /> },
];
const OVERFLOWS: readonly { value: TextOverflow; name: string; content: string }[] = [
  { value: "ellipsis", name: "Shorten with an ellipsis", content: "Shorten" },
  { value: "wrap", name: "Wrap into lines", content: "Wrap" },
];

/** The words of a text, or those behind the figure of social stats. */
export function ContentSection() {
  const id = useId();
  const { ids, value, slide, done } = useEdit("content", "Edit text", APPLIES.content);
  if (ids.length === 0) return null;
  return (
    <Section title="Content">
      <label htmlFor={id} className="sr-only">
        Content
      </label>
      <Textarea
        id={id}
        rows={2}
        className="control-compact"
        maxLength={10_000}
        value={value ?? ""}
        placeholder={value === undefined ? "Mixed" : ""}
        onChange={(event) => slide(event.target.value)}
        onBlur={done}
      />
    </Section>
  );
}

/** The width a text is shortened or wrapped at; of a progress bar, its own. */
function Width() {
  const id = useId();
  const { ids, value, set, slide, done } = useEdit("boxWidthPx", "Width", APPLIES.width);
  const isNone = ids.length > 0 && value === null;
  return (
    <Line label="Width" htmlFor={id}>
      <NumberInput
        id={id}
        label="Width"
        value={value ?? null}
        min={MIN_BOX_WIDTH_PX}
        max={CANVAS_WIDTH_PX}
        unit="px"
        placeholder={isNone ? "Automatic" : "Mixed"}
        onChange={slide}
        onClear={() => set(null)}
        onDone={done}
      />
    </Line>
  );
}

/** Font, alignment, width. */
export function TextSection() {
  const family = useEdit("fontFamily", "Font", APPLIES.lettering);
  const weight = useEdit("fontWeight", "Weight", APPLIES.lettering);
  const align = useEdit("textAlign", "Alignment", APPLIES.lettering);
  const overflow = useEdit("textOverflow", "Long text", APPLIES.lettering);
  const width = useEdit("boxWidthPx", "Width", APPLIES.lettering);
  if (family.ids.length === 0) return null;
  return (
    <Section title="Text">
      <SelectLine label="Font" value={family.value} options={FAMILIES} onChange={family.set} />
      <SelectLine label="Weight" value={weight.value} options={WEIGHTS} onChange={weight.set} />
      <Width />
      <Line label="Alignment">
        <Segmented label="Alignment" value={align.value ?? null} options={ALIGNS} onValueChange={align.set} />
      </Line>
      <Line label="Long text">
        <Segmented label="Long text" value={overflow.value ?? null} options={OVERFLOWS} onValueChange={overflow.set} />
      </Line>
      {width.value === null && (align.value ?? "left") !== "left" && (
        <p className="text-xs text-dim">Alignment shows once the text has a width.</p>
      )}
    </Section>
  );
}

/** How long a bar is. */
export function BarSection() {
  const { ids } = useEdit("boxWidthPx", "Width", ["progress-bar"]);
  const lettering = useEdit("fontFamily", "Font", APPLIES.lettering);
  if (ids.length === 0 || lettering.ids.length > 0) return null;
  return (
    <Section title="Bar">
      <Width />
    </Section>
  );
}
