import { Switch } from "@nightjar/ui";
import { APPLIES } from "../element-types.ts";
import { useEdit } from "../use-design.ts";
import { ColorLine, Section, SliderLine } from "./fields.tsx";

/** Opacity, and the colour of what has one. */
export function LookSection() {
  const color = useEdit("textColor", "Colour", APPLIES.colour);
  const opacity = useEdit("opacity", "Opacity");
  return (
    <Section title="Appearance">
      {color.ids.length > 0 && <ColorLine label="Colour" edit={color} />}
      <SliderLine label="Opacity" edit={opacity} min={0} max={100} unit="%" />
    </Section>
  );
}

/** What a shadow or an outline begins with when it is switched on. */
const SHADOW_OPACITY = 70;
const OUTLINE_WIDTH_PX = 2;
const SHADOW_REACH_PX = 64;
const OUTLINE_MAX_PX = 32;

/** For reading over any picture. */
export function ShadowSection() {
  const opacity = useEdit("shadowOpacity", "Shadow", APPLIES.colour);
  const color = useEdit("shadowColor", "Shadow colour", APPLIES.colour);
  const blur = useEdit("shadowBlurPx", "Shadow blur", APPLIES.colour);
  const offset = useEdit("shadowOffsetPx", "Shadow offset", APPLIES.colour);
  if (opacity.ids.length === 0) return null;
  const isOn = opacity.value !== 0;
  return (
    <Section title="Shadow" aside={<Toggle label="Shadow" isOn={isOn} onToggle={(on) => opacity.set(on ? SHADOW_OPACITY : 0)} />}>
      {isOn && (
        <>
          <ColorLine label="Colour" name="Shadow colour" edit={color} />
          <SliderLine label="Strength" name="Shadow strength" edit={opacity} min={0} max={100} unit="%" />
          <SliderLine label="Blur" name="Shadow blur" edit={blur} min={0} max={SHADOW_REACH_PX} unit="px" />
          <SliderLine label="Offset" name="Shadow offset" edit={offset} min={-SHADOW_REACH_PX} max={SHADOW_REACH_PX} unit="px" />
        </>
      )}
    </Section>
  );
}

export function OutlineSection() {
  const width = useEdit("outlineWidthPx", "Outline", APPLIES.lettering);
  const color = useEdit("outlineColor", "Outline colour", APPLIES.lettering);
  if (width.ids.length === 0) return null;
  const isOn = width.value !== 0;
  return (
    <Section title="Outline" aside={<Toggle label="Outline" isOn={isOn} onToggle={(on) => width.set(on ? OUTLINE_WIDTH_PX : 0)} />}>
      {isOn && (
        <>
          <ColorLine label="Colour" name="Outline colour" edit={color} />
          <SliderLine label="Width" name="Outline width" edit={width} min={0} max={OUTLINE_MAX_PX} unit="px" />
        </>
      )}
    </Section>
  );
}

interface ToggleProps {
  label: string;
  isOn: boolean;
  onToggle: (isOn: boolean) => void;
}

/** Switches a part of the panel on; its heading is the label for the eye. */
export function Toggle({ label, isOn, onToggle }: ToggleProps) {
  return <Switch label="" aria-label={label} checked={isOn} onCheckedChange={onToggle} />;
}
