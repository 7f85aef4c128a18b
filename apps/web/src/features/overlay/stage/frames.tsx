import { CANVAS_HEIGHT_PX, CANVAS_WIDTH_PX, type ElementId } from "@nightjar/contract";
import { cn } from "@nightjar/ui";
import { type CSSProperties, memo } from "react";
import { elementsOf } from "../kernel/document.ts";
import type { Rect } from "../kernel/geometry.ts";
import { handlePoint, selectionFrame } from "../kernel/hit.ts";
import { type Handle, handlesOf, isSide } from "../kernel/resize.ts";
import type { Designer } from "../kernel/types.ts";
import { useDesigner } from "./use-designer.ts";

const percent = (value: number, of: number): string => `${(value / of) * 100}%`;

/** In parts of the canvas, so that zooming draws no component. */
const placeOf = ({ xPx, yPx, widthPx, heightPx }: Rect): CSSProperties => ({
  left: percent(xPx, CANVAS_WIDTH_PX),
  top: percent(yPx, CANVAS_HEIGHT_PX),
  width: percent(widthPx, CANVAS_WIDTH_PX),
  height: percent(heightPx, CANVAS_HEIGHT_PX),
});

export const optionId = (id: ElementId): string => `canvas-element-${id}`;

interface OptionProps {
  readonly id: ElementId;
  readonly name: string;
  readonly box: Rect;
  readonly isSelected: boolean;
  readonly isHovered: boolean;
  readonly isEmpty: boolean;
}

/** An element as assistive technology and tests find it: where it is seen, by its name. One without a picture shows where it will be. */
const Option = memo(function Option({ id, name, box, isSelected, isHovered, isEmpty }: OptionProps) {
  const look = cn(
    "absolute",
    isHovered && !isSelected && "outline outline-1 outline-moon/80",
    isEmpty && "grid place-items-center overflow-hidden border border-dashed border-ink/60 text-[11px] text-ink/80",
  );
  return (
    <div role="option" id={optionId(id)} aria-selected={isSelected} aria-label={name} style={placeOf(box)} className={look}>
      {isEmpty ? name : null}
    </div>
  );
}, sameOption);

function sameOption(a: OptionProps, b: OptionProps): boolean {
  const isSameBox = a.box === b.box || OPTION_BOX.every((side) => a.box[side] === b.box[side]);
  return isSameBox && OPTION_FIELDS.every((name) => a[name] === b[name]);
}
const OPTION_BOX = ["xPx", "yPx", "widthPx", "heightPx"] as const;
const OPTION_FIELDS = ["id", "name", "isSelected", "isHovered", "isEmpty"] as const;

/** @param measured counts up when boxes may have changed for another reason than the document */
export function Options({ designer, measured: _measured }: { designer: Designer; measured: number }) {
  const { document, selection, hovered } = useDesigner(designer, (state) => state, sameSight);
  const boxes = designer.boxes();
  return document.elements.map(({ id, name, isVisible, opacity }) => {
    const box = boxes.get(id);
    if (box === undefined) return null;
    const seen = { isSelected: selection.includes(id), isHovered: hovered === id, isEmpty: isVisible && opacity > 0 && !box.isShown };
    return <Option key={id} id={id} name={name} box={box.drawn} {...seen} />;
  });
}

type Sight = Pick<ReturnType<Designer["getSnapshot"]>, "document" | "selection" | "hovered">;
const sameSight = (a: Sight, b: Sight): boolean => a.document === b.document && a.selection === b.selection && a.hovered === b.hovered;

/** Frames of what is selected and the handles of all of it; the container is moved by a drag without being drawn again. */
export function Selection({ designer, measured: _measured }: { designer: Designer; measured: number }) {
  const { document, selection } = useDesigner(designer, (state) => state, sameSight);
  const boxes = designer.boxes();
  const frame = selectionFrame(selection, boxes);
  const elements = elementsOf(document, selection);
  return (
    <div data-part="selection" aria-hidden="true" className="absolute inset-0">
      {elements.map(({ id, isLocked }) => {
        const box = boxes.get(id);
        const look = cn("absolute outline outline-1 outline-moon", isLocked && "outline-dashed", elements.length === 1 && "outline-2");
        return box === undefined ? null : <div key={id} style={placeOf(box)} className={look} />;
      })}
      {frame !== null && elements.length > 1 ? (
        <div style={placeOf(frame)} className="absolute outline outline-1 outline-dashed outline-moon/70" />
      ) : null}
      {frame === null
        ? null
        : handlesOf(elements).map((handle) => {
            const { xPx, yPx } = handlePoint(frame, handle);
            const place = { left: percent(xPx, CANVAS_WIDTH_PX), top: percent(yPx, CANVAS_HEIGHT_PX), transform: outsideOf(handle) };
            const size = isSide(handle) ? "h-4 w-1.5" : "size-2.5";
            return <div key={handle} style={place} className={cn("absolute rounded-[2px] border border-night bg-moon-bright", size)} />;
          })}
    </div>
  );
}

/** Mostly outside the frame, so that they do not hide a small element, nor each other. */
function outsideOf(handle: Handle): string {
  const x = handle.endsWith("left") ? "-75%" : "-25%";
  if (isSide(handle)) return `translate(${x}, -50%)`;
  return `translate(${x}, ${handle.startsWith("top") ? "-75%" : "-25%"})`;
}
