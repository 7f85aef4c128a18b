import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { BUILT_IN_TEMPLATES, type FrameState, PROFILES, type Scene, scene } from "@nightjar/contract";
import { run } from "@nightjar/media";
import type { Pictures } from "@nightjar/scene";
import { type NodeSceneHost, type RenderedBox, createNodeSceneHost } from "@nightjar/scene/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compositeArgs } from "../src/render/composite.ts";
import { defaultBackground } from "../src/render/default-background.ts";
import { testFolder } from "./support/engine.ts";

const PROFILE = PROFILES["1080p30"];
const SIZE = `${PROFILE.widthPx}x${PROFILE.heightPx}`;
const TIMEOUT_MS = 60_000;
/** What is asked of the frame that viewers decode, inside the overlay's boxes. */
const LEAST_SSIM = 0.98;
/** A second in: the very first picture is coarser, because rate control begins with it. */
const FRAME = 30;
const frame: FrameState = {
  title: "Café del Mar",
  artist: "Energy 52",
  channelName: "Nightjar Radio",
  positionMs: 97_000,
  durationMs: 240_000,
  stats: { viewerCount: 1284 },
};

const text = { type: "text", fontFamily: "Inter", opacity: 100, isVisible: true, xPosition: 120, fontSize: 64 } as const;
const decoration = { shadowOpacity: 80, shadowBlurPx: 16, shadowOffsetPx: 6, outlineWidthPx: 4 } as const;
/** All that is drawn beyond what the templates use, in the colours texts mostly have. */
const DECORATED: Scene = scene.parse({
  elements: [
    { ...text, id: "1", content: "Outline and shadow, 夜に駆ける 🔥", yPosition: 120, textColor: "#FFFFFF", ...decoration },
    {
      ...text,
      id: "2",
      content: "Several lines\nof Жизнь שלום",
      yPosition: 320,
      textColor: "#FFD84D",
      textOverflow: "wrap",
      ...decoration,
    },
    { ...text, id: "3", content: "Translucent", yPosition: 620, textColor: "#FFFFFF", ...decoration, opacity: 60, fontSize: 120 },
  ],
});
/** Colour has a quarter of the pixels of brightness in every video that is streamed: thin saturated letters lose some of theirs there. */
const SATURATED: Scene = scene.parse({
  elements: [{ ...text, id: "1", content: "Thin red letters", yPosition: 400, textColor: "#FF0000", fontSize: 32 }],
});

let folder: Awaited<ReturnType<typeof testFolder>>;
let host: NodeSceneHost;
let pictures: Pictures;
const background = defaultBackground(PROFILE.widthPx, PROFILE.heightPx);
beforeAll(async () => {
  folder = await testFolder();
  host = await createNodeSceneHost();
  const cover = join(folder.dir, "cover.png");
  await run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "mandelbrot=s=600x600", "-frames:v", "1", cover], { timeoutMs: TIMEOUT_MS });
  pictures = { artwork: await host.decodePicture(await readFile(cover)), media: new Map() };
  await writeFile(join(folder.dir, "background.rgb"), background);
});
afterAll(() => folder.remove());

describe("the frame decoded from a composite looks like the picture that was designed", () => {
  const templates = BUILT_IN_TEMPLATES.map(({ name, elements, plates }) => ({
    name,
    shown: scene.parse({ elements: elements.map(({ id, fields }) => ({ ...fields, id })), plates }),
  }));
  it.each([...templates, { name: "shadow, outline, lines", shown: DECORATED }, { name: "thin red letters", shown: SATURATED }])(
    "$name",
    async ({ name, shown }) => {
      const found = await similarityOf(name, shown);
      expect(found.length).toBeGreaterThan(0);
      for (const { brightness, all } of found) expect(Math.min(brightness, all)).toBeGreaterThanOrEqual(LEAST_SSIM);
    },
    TIMEOUT_MS,
  );
});

/** Encodes the scene as a stream would, decodes it and compares it box by box with what was drawn. */
async function similarityOf(name: string, shown: Scene): Promise<Ssim[]> {
  await host.prepare(shown, frame);
  const { still } = host.boxes(shown, { ...frame, positionMs: null }, pictures, PROFILE);
  const boxes = host.renderRects(shown, frame, pictures, PROFILE, still);
  await encode(boxes);
  await writeFile(join(folder.dir, "wanted.rgb"), over(background, boxes));
  const found: Ssim[] = [];
  for (const box of boxes) found.push(await similarityIn(box));
  process.stdout.write(`fidelity ${name}: ${found.map(ssimText).join("; ")}\n`);
  return found;
}

async function encode(boxes: readonly RenderedBox[]): Promise<void> {
  const files = boxes.map(({ rgba: _rgba, ...rect }, i) => ({ ...rect, rgbaPath: join(folder.dir, `${i}.rgba`) }));
  await Promise.all(files.map(async ({ rgbaPath }, i) => writeFile(rgbaPath, boxes[i]?.rgba ?? "")));
  const still = { kind: "still", rgbPath: join(folder.dir, "background.rgb") } as const;
  const args = compositeArgs({ profile: PROFILE, background: still, boxes: files, maxFrames: FRAME + 1, preset: "ultrafast" });
  const { stdout } = await run("ffmpeg", args, { timeoutMs: TIMEOUT_MS });
  await writeFile(join(folder.dir, "unit.flv"), stdout);
}

/** Lays boxes of straight alpha over a picture, RGB. */
function over(picture: Uint8Array, boxes: readonly RenderedBox[]): Uint8Array {
  const laid = Uint8Array.from(picture);
  for (const { xPx, yPx, widthPx, heightPx, rgba } of boxes) {
    for (let i = 0; i < widthPx * heightPx; i++) {
      const at = ((yPx + Math.floor(i / widthPx)) * PROFILE.widthPx + xPx + (i % widthPx)) * 3;
      const alpha = (rgba[i * 4 + 3] ?? 0) / 255;
      for (let channel = 0; channel < 3; channel++) {
        laid[at + channel] = Math.round((laid[at + channel] ?? 0) * (1 - alpha) + (rgba[i * 4 + channel] ?? 0) * alpha);
      }
    }
  }
  return laid;
}

interface Ssim {
  readonly brightness: number;
  /** Brightness and colours, at the pixels that the video has of each. */
  readonly all: number;
  /** The same as if the video had a colour for every pixel: what is lost with those is no fault of ours, and is only told. */
  readonly allFull: number;
}

const ssimText = ({ brightness, all, allFull }: Ssim): string =>
  `${brightness.toFixed(4)} in brightness, ${all.toFixed(4)} in all (${allFull.toFixed(4)} against full colour)`;

async function similarityIn(box: RenderedBox): Promise<Ssim> {
  const { brightness, all } = await measured(box, "yuv420p");
  return { brightness, all, allFull: (await measured(box, "yuv444p")).all };
}

/** By ffmpeg's own measure. */
async function measured({ xPx, yPx, widthPx, heightPx }: RenderedBox, format: string): Promise<Omit<Ssim, "allFull">> {
  const cut = `format=${format},crop=${widthPx}:${heightPx}:${xPx}:${yPx}`;
  const exact = "flags=accurate_rnd+full_chroma_int";
  const graph = [
    `[0:v]scale=out_color_matrix=bt709:out_range=tv:${exact},${cut}[wanted]`,
    `[1:v]select=eq(n\\,${FRAME}),scale=${exact},${cut}[seen]`,
    "[wanted][seen]ssim=stats_file=-",
  ].join(";");
  const wanted = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-video_size", SIZE, "-i", join(folder.dir, "wanted.rgb")];
  const inputs = [...wanted, "-i", join(folder.dir, "unit.flv")];
  const args = ["-v", "error", ...inputs, "-filter_complex", graph, "-frames:v", "1", "-f", "null", "-"];
  const { stdout, stderrTail } = await run("ffmpeg", args, { timeoutMs: TIMEOUT_MS });
  const [, brightness, all] = /Y:([\d.]+).*All:([\d.]+)/.exec(stdout.toString()) ?? [];
  if (brightness === undefined) throw new Error(stderrTail);
  return { brightness: Number(brightness), all: Number(all) };
}
