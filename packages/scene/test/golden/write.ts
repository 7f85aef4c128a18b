import { writeFileSync } from "node:fs";
import { createCanvas } from "@napi-rs/canvas";
import { createNodeSceneHost } from "../../src/hosts/node.ts";
import { picturesOfVersion } from "./pictures-of-version.ts";

/* Run by hand after raising SCENE_RENDERER_VERSION: `node test/golden/write.ts`. Look at the pictures before they are committed. */
for (const { file, widthPx, heightPx, rgba } of await picturesOfVersion(await createNodeSceneHost())) {
  const canvas = createCanvas(widthPx, heightPx);
  const context = canvas.getContext("2d");
  const pixels = context.createImageData(widthPx, heightPx);
  pixels.data.set(rgba);
  context.putImageData(pixels, 0, 0);
  writeFileSync(new URL(file, import.meta.url), canvas.toBuffer("image/png"));
}
