import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { MAX_PICTURE_PIXELS } from "@nightjar/scene";
import { createBrowserSceneHost } from "@nightjar/scene/browser";
import { SCENE_FILE_SPECIFIERS } from "@nightjar/scene/fonts";
import { afterEach, expect, it, vi } from "vitest";

const scene = createRequire(import.meta.resolve("@nightjar/scene"));

afterEach(() => void vi.unstubAllGlobals());

it("gives back the memory of a picture that is refused for its size", async () => {
  const close = vi.fn();
  vi.stubGlobal("fetch", async (path: string) => new Response(await readFile(path)));
  vi.stubGlobal("createImageBitmap", async () => ({ width: MAX_PICTURE_PIXELS, height: 2, close }));
  const host = await createBrowserSceneHost({ urlOf: (name) => scene.resolve(SCENE_FILE_SPECIFIERS[name]) });
  await expect(host.decodePicture(new Blob())).rejects.toThrow(RangeError);
  expect(close).toHaveBeenCalledTimes(1);
});
