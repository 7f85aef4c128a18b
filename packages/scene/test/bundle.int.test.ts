import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { BUILT_IN_SCENE } from "@nightjar/contract";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SCENE_FILE_SPECIFIERS, SCENE_FILES } from "../src/fonts.ts";
import { createNodeSceneHost } from "../src/hosts/node.ts";
import { NO_PICTURES } from "../src/resources.ts";
import { frameOf } from "./scenes.ts";

const require = createRequire(import.meta.url);
const FULL_HD = { widthPx: 1920, heightPx: 1080 };
const frame = frameOf("Café del Mar", "Energy 52");
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scene-bundle-"));
  for (const name of SCENE_FILES) await copyFile(require.resolve(SCENE_FILE_SPECIFIERS[name]), join(folder, name));
});
afterAll(async () => rm(folder, { recursive: true }));

/** What a single executable does: CommonJS, no node_modules, files and addon given from outside. */
const PROGRAM = `
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createNodeSceneHost } from "./hosts/node.ts";
const [folder = "", canvas = "", scene = "", frame = ""] = process.argv.slice(2);
createNodeSceneHost({
  loadCanvas: () => Promise.resolve(require(canvas)),
  readSceneFile: (name) => readFileSync(folder + "/" + name),
}).then((host) => {
  const boxes = host.renderBoxes(JSON.parse(scene), JSON.parse(frame), { artwork: null, media: new Map() }, { widthPx: 1920, heightPx: 1080 });
  const hash = createHash("sha256");
  for (const box of boxes) hash.update(box.rgba);
  process.stdout.write(hash.digest("hex"));
});
`;

test("bundled into one CommonJS file, with files and addon given, it draws the same pixels", async () => {
  const bundled = await build({
    stdin: { contents: PROGRAM, resolveDir: fileURLToPath(new URL("../src", import.meta.url)), loader: "ts" },
    ...{ bundle: true, write: false, format: "cjs", platform: "node", external: ["@napi-rs/canvas"] },
    logOverride: { "empty-import-meta": "silent" },
  });
  const file = join(folder, "program.cjs");
  await writeFile(file, bundled.outputFiles[0]?.contents ?? "");
  const args = [file, folder, require.resolve("@napi-rs/canvas"), JSON.stringify(BUILT_IN_SCENE), JSON.stringify(frame)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder });
  expect(stdout).toBe(await hashDrawnHere());
});

async function hashDrawnHere(): Promise<string> {
  const host = await createNodeSceneHost();
  const hash = createHash("sha256");
  for (const box of host.renderBoxes(BUILT_IN_SCENE, frame, NO_PICTURES, FULL_HD)) hash.update(box.rgba);
  return hash.digest("hex");
}
