import type { CanvasKit, Surface } from "../canvas.ts";
import { addCircle } from "../shapes.ts";

/** What stands for a missing cover is designed on a square of this size. */
const DESIGN_PX = 160;
const CENTRE_PX = DESIGN_PX / 2;

interface Palette {
  readonly ground: string;
  readonly label: string;
}

/** Saturated grounds with a light label of the same family: alive, and darker than the white text beside them. */
const PALETTES: readonly [Palette, ...Palette[]] = [
  { ground: "#5546B8", label: "#CBC2FF" },
  { ground: "#1F6CAD", label: "#A9DBFF" },
  { ground: "#16806F", label: "#A8F0DE" },
  { ground: "#B43C74", label: "#FFC9DF" },
  { ground: "#B96921", label: "#FFDCAE" },
  { ground: "#B8483A", label: "#FFC8BC" },
];

const DISC = "#0E0E13";
const GROOVE = "#1D1D26";
const SHEEN = "#2B2B37";

/** A record on a coloured sleeve; the colour follows the track, so that two tracks without covers do not look like one. */
export function fillPlaceholder(kit: CanvasKit, surface: Surface, sizePx: number, seed: string): void {
  const { context } = surface;
  const { ground, label } = PALETTES[hash(seed) % PALETTES.length] ?? PALETTES[0];
  const scale = sizePx / DESIGN_PX;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  const fill = (colour: string, add: (path: ReturnType<CanvasKit["createPath"]>) => void): void => {
    const path = kit.createPath();
    add(path);
    context.fillStyle = colour;
    context.fill(path, "evenodd");
  };
  const ring = (colour: string, outer: number, inner: number): void =>
    fill(colour, (path) => {
      addCircle(path, CENTRE_PX, CENTRE_PX, outer);
      if (inner > 0) addCircle(path, CENTRE_PX, CENTRE_PX, inner);
    });
  fill(ground, (path) => {
    path.moveTo(0, 0);
    path.lineTo(DESIGN_PX, 0);
    path.lineTo(DESIGN_PX, DESIGN_PX);
    path.lineTo(0, DESIGN_PX);
    path.closePath();
  });
  ring(DISC, 60, 0);
  for (const angle of [-0.62, -0.62 + Math.PI]) fill(SHEEN, (path) => addSheen(path, angle, 57));
  for (const radius of [52, 45, 38, 31]) ring(GROOVE, radius, radius - 1.5);
  ring(label, 22, 0);
  ring(DISC, 4, 0);
}

/** A wedge of light from the centre of the record. */
function addSheen(path: ReturnType<CanvasKit["createPath"]>, angle: number, radius: number): void {
  const half = 0.22;
  const at = (direction: number, distance: number): [number, number] => [
    CENTRE_PX + Math.cos(direction) * distance,
    CENTRE_PX + Math.sin(direction) * distance,
  ];
  path.moveTo(CENTRE_PX, CENTRE_PX);
  path.lineTo(...at(angle - half, radius));
  path.quadraticCurveTo(...at(angle, radius / Math.cos(half)), ...at(angle + half, radius));
  path.closePath();
}

/** FNV-1a over UTF-16 units. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
