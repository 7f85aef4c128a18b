import type { SceneElement } from "@nightjar/contract";
import type { Canvas2D, CanvasKit, Surface, View } from "../canvas.ts";
import { pixelsOf } from "../canvas.ts";
import type { Layer } from "../layers.ts";
import type { Rect } from "../rect.ts";
import { bottom, grow, right, translate, union } from "../rect.ts";
import type { SceneTools } from "../resources.ts";
import { RADIUS_PER_BLUR, reachOf, shadowOf } from "../shadow.ts";
import type { Placed } from "./placed.ts";

/** An element without its shadow. */
export interface Body extends Placed {
  /** Whether it has an outline: then fill and outline are put together before they are made translucent. */
  readonly isOutlined: boolean;
  /** The point it hangs on, in device pixels; y is whole, and x too unless it may stand between pixels. */
  anchor(scale: number): { readonly xPx: number; readonly yPx: number };
  /** Equal where it looks equal from its anchor on: all but the colour and outline of the element. */
  key(scale: number): string;
  /** What casts the shadow instead of itself, where it moves: its shadow stands still. */
  readonly silhouette?: { readonly key: (scale: number) => string; paint(context: Canvas2D, view: View): void };
  /** @param opacity 0 to 1 */
  paint(context: Canvas2D, view: View, opacity?: number): void;
}

/** Parts of a pixel that are told apart: a layer is painted for such a part, wherever the element stands. */
const PHASES = 64;
/** Snapping to device pixels and antialiasing. */
const MARGIN_PX = 2;

/**
 * An element with its shadow. Without shadow and outline it is painted as it is; else on a layer of its own, which is kept, and then
 * copied: translucent elements are translucent as a whole.
 */
export function decorated(element: SceneElement, tools: SceneTools, body: Body): Placed {
  const { box, moves } = body;
  const opacity = element.opacity / 100;
  const hasShadow = element.shadowOpacity > 0;
  if (!hasShadow && !body.isOutlined) return { box, ink: body.ink, moves, paint: (context, view) => body.paint(context, view, opacity) };
  const ink = hasShadow ? union(body.ink, shadowInk(body.ink, element)) : body.ink;
  return {
    box,
    ink,
    moves,
    paint(context, view) {
      const anchor = body.anchor(view.scale);
      const wholeXPx = Math.floor(anchor.xPx);
      const layer = layerOf(element, tools, body, placeOf(ink, view.scale, anchor));
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.globalAlpha = opacity;
      context.imageSmoothingEnabled = false;
      context.drawImage(layer.surface.image, wholeXPx + layer.leftPx - view.offsetXPx, anchor.yPx + layer.topPx - view.offsetYPx);
    },
  };
}

function shadowInk(ink: Rect, { shadowBlurPx, shadowOffsetPx }: SceneElement): Rect {
  return grow(translate(ink, 0, shadowOffsetPx), reachOf(shadowBlurPx * RADIUS_PER_BLUR));
}

/** Where a layer lies from the whole pixel of its anchor, and the view that paints the element onto it. */
interface LayerPlace extends Omit<Layer, "surface"> {
  readonly phase: number;
  readonly view: View;
}

function placeOf(ink: Rect, scale: number, anchor: { readonly xPx: number; readonly yPx: number }): LayerPlace {
  const wholeXPx = Math.floor(anchor.xPx);
  const phase = Math.round((anchor.xPx - wholeXPx) * PHASES) / PHASES;
  const leftPx = Math.floor(ink.xPx * scale) - wholeXPx - MARGIN_PX;
  const topPx = Math.floor(ink.yPx * scale) - anchor.yPx - MARGIN_PX;
  return {
    phase,
    leftPx,
    topPx,
    widthPx: Math.ceil(right(ink) * scale) - wholeXPx + MARGIN_PX - leftPx,
    heightPx: Math.ceil(bottom(ink) * scale) - anchor.yPx + MARGIN_PX - topPx,
    view: { scale, offsetXPx: anchor.xPx - (phase - leftPx), offsetYPx: anchor.yPx + topPx },
  };
}

function layerOf(element: SceneElement, tools: SceneTools, body: Body, place: LayerPlace): Layer {
  const { scale } = place.view;
  const make = (): Layer => {
    const surface = tools.kit.createSurface(place.widthPx, place.heightPx);
    body.paint(surface.context, place.view, 1);
    if (element.shadowOpacity > 0) putUnder(surface, shadowSurface(element, tools, body, place, surface));
    return { ...place, surface };
  };
  if (body.moves) return make();
  const { textColor, outlineWidthPx, outlineColor } = element;
  return tools.layers.get(
    JSON.stringify([body.key(scale), scale, place.phase, textColor, outlineWidthPx, outlineColor, shadowLook(element)]),
    make,
  );
}

function shadowLook({ shadowOpacity, shadowColor, shadowBlurPx, shadowOffsetPx }: SceneElement): readonly unknown[] {
  return shadowOpacity > 0 ? [shadowOpacity, shadowColor, shadowBlurPx, shadowOffsetPx] : [];
}

function putUnder({ context }: Surface, under: Surface): void {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = 1;
  context.globalCompositeOperation = "destination-over";
  context.imageSmoothingEnabled = false;
  context.drawImage(under.image, 0, 0);
}

function shadowSurface(element: SceneElement, tools: SceneTools, body: Body, place: LayerPlace, painted: Surface): Surface {
  const { silhouette } = body;
  if (silhouette === undefined) return castBy(painted, element, tools.kit, place);
  const key = JSON.stringify([silhouette.key(place.view.scale), place.widthPx, place.heightPx, place.view.scale, shadowLook(element)]);
  const cast = (): Layer => {
    const caster = tools.kit.createSurface(place.widthPx, place.heightPx);
    silhouette.paint(caster.context, place.view);
    return { ...place, surface: castBy(caster, element, tools.kit, place) };
  };
  return tools.layers.get(key, cast).surface;
}

function castBy(caster: Surface, element: SceneElement, kit: CanvasKit, { widthPx, heightPx, view }: LayerPlace): Surface {
  const shadow = kit.createSurface(widthPx, heightPx);
  shadow.write(
    shadowOf(pixelsOf(caster.context, { xPx: 0, yPx: 0, widthPx, heightPx }), widthPx, heightPx, {
      colour: element.shadowColor,
      opacity: element.shadowOpacity / 100,
      offsetPx: Math.round(element.shadowOffsetPx * view.scale),
      radiusPx: element.shadowBlurPx * view.scale * RADIUS_PER_BLUR,
    }),
  );
  return shadow;
}
