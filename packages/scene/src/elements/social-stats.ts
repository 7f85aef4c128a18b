import type { FrameState, SceneElement } from "@nightjar/contract";
import type { CanvasKit, Path } from "../canvas.ts";
import { addCircle } from "../shapes.ts";
import type { ElementRenderer } from "./placed.ts";
import type { PlacedLead } from "./text-block.ts";
import { emptyTextBox, placeText } from "./text-block.ts";
import type { Wording } from "./wording.ts";
import { contentOf, textsOf } from "./wording.ts";

/** In parts of fontSize. The eye is as high as capitals are and stands on the middle of their height. */
const EYE_WIDTH = 1.06;
const EYE_HEIGHT = 0.68;
const EYE_GAP = 0.3;
/** Of the three fonts, within a hundredth: where the middle of a capital lies above the baseline. */
const CAPITAL_MIDDLE = 0.36;

/**
 * How many are watching: an eye, the number, and after it the element's own text. While the number is not known only that text
 * is drawn, and nothing where there is none: a count nobody knows must not be shown as 0.
 */
export const socialStatsRenderer: ElementRenderer = {
  isPicture: false,
  content(element, frame) {
    const wording = wordingOf(element, frame);
    return wording === null ? null : `${countOf(frame) === null ? "text" : "eye"}\u0000${contentOf(element, wording)}`;
  },
  texts(element, frame) {
    const wording = wordingOf(element, frame);
    return wording === null ? [] : textsOf(element, wording);
  },
  placeholder: emptyTextBox,
  place(element, frame, resources) {
    const wording = wordingOf(element, frame);
    if (wording === null) return null;
    return placeText(element, wording, resources, countOf(frame) === null ? null : eyeOf(element.fontSize, resources.kit));
  },
};

function eyeOf(fontSize: number, kit: CanvasKit): PlacedLead {
  const path = kit.createPath();
  addEye(path);
  return {
    key: "eye",
    path,
    rule: "evenodd",
    widthPx: fontSize * (EYE_WIDTH + EYE_GAP),
    ink: {
      xPx: 0,
      yPx: -fontSize * (CAPITAL_MIDDLE + EYE_HEIGHT / 2),
      widthPx: fontSize * EYE_WIDTH,
      heightPx: fontSize * EYE_HEIGHT,
    },
  };
}

/** An almond with a ring cut out of it, one unit to the fontSize. */
function addEye(path: Path): void {
  const middle = -CAPITAL_MIDDLE;
  path.moveTo(0, middle);
  path.quadraticCurveTo(EYE_WIDTH / 2, middle - EYE_HEIGHT, EYE_WIDTH, middle);
  path.quadraticCurveTo(EYE_WIDTH / 2, middle + EYE_HEIGHT, 0, middle);
  path.closePath();
  addCircle(path, EYE_WIDTH / 2, middle, 0.22);
  addCircle(path, EYE_WIDTH / 2, middle, 0.13);
}

/** 12,345 up to a million, then 1.2M, cut and not rounded, so that no million is claimed too early. */
export function formatCount(count: number): string {
  const whole = Math.trunc(count);
  if (whole < 1e6) return String(whole).replace(/\B(?=(\d{3})+$)/g, ",");
  const [unit, letter] = whole < 1e9 ? ([1e6, "M"] as const) : ([1e9, "B"] as const);
  const tenths = Math.floor(whole / (unit / 10));
  return `${tenths % 10 === 0 ? tenths / 10 : (tenths / 10).toFixed(1)}${letter}`;
}

function countOf(frame: FrameState): number | null {
  const count = frame.stats?.viewerCount ?? null;
  return count !== null && Number.isFinite(count) && count >= 0 ? count : null;
}

function wordingOf(element: SceneElement, frame: FrameState): Wording | null {
  const count = countOf(frame);
  const text = [...(count === null ? [] : [formatCount(count)]), ...(element.content === null ? [] : [element.content])].join(" ");
  return text === "" ? null : { text, context: "" };
}
