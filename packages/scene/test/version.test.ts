import { existsSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import type { NodeSceneHost } from "../src/hosts/node.ts";
import { createNodeSceneHost } from "../src/hosts/node.ts";
import type { KeptPicture } from "./golden/pictures-of-version.ts";
import { picturesOfVersion } from "./golden/pictures-of-version.ts";
import { compare } from "./pixels.ts";

/** Another processor rounds by a level; what is seen differs by more. */
const ROUNDING_LEVELS = 3;

let host: NodeSceneHost;
let drawn: KeptPicture[];
beforeAll(async () => {
  host = await createNodeSceneHost();
  drawn = await picturesOfVersion(host);
});

test("pixels change only with SCENE_RENDERER_VERSION, else old renders would be taken from the cache", async () => {
  expect(drawn.length).toBeGreaterThan(3);
  for (const { file, rgba } of drawn) {
    const path = new URL(`golden/${file}`, import.meta.url);
    expect(existsSync(path), `${file} is missing: run node test/golden/write.ts and look at what it makes`).toBe(true);
    const kept = await host.decodePicture(readFileSync(path));
    const { largest, inked } = compare(rgba, new Uint8Array(kept.rgba));
    expect(inked, file).toBeGreaterThan(1000);
    expect(largest, `${file} is drawn differently: raise SCENE_RENDERER_VERSION`).toBeLessThanOrEqual(ROUNDING_LEVELS);
  }
});
