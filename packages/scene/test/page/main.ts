import { mediaAssetId } from "@nightjar/contract";
import { createBrowserSceneHost } from "../../src/hosts/browser.ts";
import type { GoldenCase, PictureName } from "../scenes.ts";

/** What the golden test calls in the page: draws a case with the real browser host and answers with its pixels in base64. */
async function drawCase(golden: GoldenCase): Promise<string> {
  const host = await hostOnce;
  const pictureOf = async (name: PictureName) => host.decodePicture(await (await fetch(`/pictures/${name}`)).blob());
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
  return toBase64(data);
}

async function toBase64(data: Uint8ClampedArray<ArrayBuffer>): Promise<string> {
  const url = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.readAsDataURL(new Blob([data]));
  });
  return url.slice(url.indexOf(",") + 1);
}

const hostOnce = createBrowserSceneHost({ urlOf: (name) => `/files/${name}` });
Object.assign(globalThis, { drawCase });
