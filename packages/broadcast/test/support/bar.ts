import { BUILT_IN_SCENE, type PlanFile, type Scene, elementId, scene } from "@nightjar/contract";
import { run } from "@nightjar/media";
import { planFile } from "./engine.ts";

/** A wide white bar, away from the texts; 12 px high, so that its filled end can be measured. */
export const BAR = { xPx: 200, yPx: 100, widthPx: 1500, heightPx: 40, barPx: 12 } as const;
export const BAR_SCENE: Scene = scene.parse({
  ...BUILT_IN_SCENE,
  elements: [
    ...BUILT_IN_SCENE.elements,
    {
      ...{ id: elementId.parse("bar"), type: "progress-bar", xPosition: BAR.xPx, yPosition: BAR.yPx, fontSize: BAR.heightPx },
      ...{ fontFamily: "Inter", textColor: "#FFFFFF", opacity: 100, isVisible: true, boxWidthPx: BAR.widthPx },
    },
  ],
});

/** A dark loop that grows brighter through its length, so that a picture tells its place in it. */
export async function makeBrightening(path: string, seconds: number): Promise<PlanFile> {
  const source = `color=black:s=320x180:r=25:d=${seconds},format=gray,geq=lum=16+T*48/${seconds},format=yuv420p`;
  await run("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", source, "-preset", "ultrafast", path], { timeoutMs: 60_000 });
  return planFile(path);
}

/** Mean brightness, 0 to 255, of a place under no element, in every picture. */
export async function brightness(path: string): Promise<number[]> {
  const pictures = await grayParts(path, { widthPx: 16, heightPx: 16, xPx: 960, yPx: 400 });
  return pictures.map((part) => part.reduce((sum, value) => sum + value, 0) / part.length);
}

/** How much of the bar is filled, 0 to 1, in every picture of a recording; null where there is no bar. */
export async function filledParts(path: string): Promise<(number | null)[]> {
  const middlePx = BAR.yPx + BAR.heightPx / 2;
  const pictures = await grayParts(path, { widthPx: BAR.widthPx, heightPx: 2, xPx: BAR.xPx, yPx: middlePx - 2 });
  return pictures.map(filledPart);
}

/** A place of the canvas in every picture, in grey. */
export async function grayParts(path: string, part: { widthPx: number; heightPx: number; xPx: number; yPx: number }): Promise<Buffer[]> {
  // Of any profile: places are those of the canvas.
  const crop = `scale=1920:1080:flags=neighbor,crop=${part.widthPx}:${part.heightPx}:${part.xPx}:${part.yPx},scale=in_range=tv:out_range=pc,format=gray`;
  const args = ["-v", "error", "-i", path, "-an", "-vf", crop, "-fps_mode", "passthrough", "-f", "rawvideo", "-"];
  const { stdout } = await run("ffmpeg", args, { timeoutMs: 60_000, stdoutMaxBytes: 64 * 1024 * 1024 });
  const bytes = part.widthPx * part.heightPx;
  return Array.from({ length: stdout.length / bytes }, (_, index) => stdout.subarray(index * bytes, (index + 1) * bytes));
}

/** The rest of the bar is at 30 %: dark over a dark background. */
function filledPart(rows: Uint8Array): number | null {
  const row = rows.subarray(0, BAR.widthPx);
  const bright = row.filter((value) => value > 160).length;
  const isTrack = (row[BAR.widthPx - 20] ?? 0) > 45;
  if (bright === 0 || (!isTrack && bright < BAR.widthPx - 40)) return null;
  return Math.max(0, (bright - BAR.barPx) / (BAR.widthPx - BAR.barPx));
}
