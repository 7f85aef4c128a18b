import { mediaAssetId } from "@nightjar/contract";
import type { Bitmap } from "../../src/bitmap.ts";
import { createBrowserSceneHost } from "../../src/hosts/browser.ts";
import type { GoldenCase, PictureName } from "../scenes.ts";

/** What the golden test calls in the page: draws a case with the real browser host and sends its pixels to the test's server. */
async function drawCase(golden: GoldenCase): Promise<void> {
  const host = await hostOnce;
  const artwork = golden.artwork === null ? null : await pictureOf(golden.artwork);
  const media = await Promise.all(
    Object.entries(golden.media).map(async ([id, name]) => [mediaAssetId.parse(id), await pictureOf(name)] as const),
  );
  const canvas = document.createElement("canvas");
  canvas.width = golden.widthPx;
  canvas.height = golden.heightPx;
  await host.prepare(golden.scene, golden.frame);
  host.drawOn(canvas, golden.scene, golden.frame, { artwork, media: new Map(media) });
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("no context");
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  await fetch("/drawn", { method: "POST", body: new Blob([data]) });
}

const pictures = new Map<PictureName, Promise<Bitmap>>();
async function pictureOf(name: PictureName): Promise<Bitmap> {
  const known =
    pictures.get(name) ?? fetch(`/pictures/${name}`).then(async (answer) => (await hostOnce).decodePicture(await answer.blob()));
  pictures.set(name, known);
  return known;
}

const hostOnce = createBrowserSceneHost({ urlOf: (name) => `/files/${name}` });
Object.assign(globalThis, { drawCase });
