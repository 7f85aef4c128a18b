import { createBrowserSceneHost } from "../../src/hosts/browser.ts";
import type { GoldenCase } from "../scenes.ts";

/** What the golden test calls in the page: draws a case with the real browser host and answers with its pixels in base64. */
async function drawCase(golden: GoldenCase): Promise<string> {
  const host = await hostOnce;
  const artwork = golden.artwork === null ? null : await host.decodePicture(await (await fetch(`/pictures/${golden.artwork}`)).blob());
  const canvas = document.createElement("canvas");
  canvas.width = golden.widthPx;
  canvas.height = golden.heightPx;
  host.drawOn(canvas, golden.scene, golden.frame, { artwork, media: new Map() });
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
