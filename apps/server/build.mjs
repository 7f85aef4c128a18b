// Bundles the server: `node build.mjs [--out FOLDER] [--entry FILE] [--worker FILE]`; the options exist for the build's own test.
// What comes out stands alone: dist/main.js, dist/workers/*.cjs, dist/native/*.node, dist/scene/*, dist/web/*.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const { values } = parseArgs({ options: { out: { type: "string" }, entry: { type: "string" }, worker: { type: "string" } } });
const out = resolve(values.out ?? join(here, "dist"));
const entry = resolve(values.entry ?? join(here, "src/main.ts"));
const worker = resolve(values.worker ?? join(root, "packages/broadcast/src/playout/worker-entry.ts"));

const requireFrom = (folder) => createRequire(join(root, folder, "package.json"));
const fromDb = requireFrom("packages/db");
const fromScene = requireFrom("packages/scene");
const assetsModule = join(here, "src/assets.ts");

/** Packages that look for files beside themselves are told where the bundle keeps them. */
const filesOfPackages = {
  name: "files-of-packages",
  setup(bundler) {
    const replaced = (file, contents) =>
      bundler.onLoad({ filter: new RegExp(`${file}$`) }, (found) => ({ contents, loader: "js", resolveDir: dirname(found.path) }));
    const addon = (name) => `require(${JSON.stringify(assetsModule)}).loadAddon(${JSON.stringify(name)})`;

    replaced(
      "better-sqlite3/lib/binding\\.js",
      `let addon;
       exports.getBinding = (given) => (typeof given === 'object' && given !== null ? given : (addon ??= ${addon("better_sqlite3")}));`,
    );
    replaced("@napi-rs/canvas/js-binding\\.js", `module.exports = ${addon("skia")};`);
  },
};

/** zod's own sentences in 63 languages that the studio does not speak, a twelfth of the bundle; English is its default. */
const oneLocale = {
  name: "one-locale",
  setup(bundler) {
    bundler.onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, (found) => ({
      contents: `export { default as en } from "./en.js";`,
      resolveDir: dirname(found.path),
    }));
  },
};

const common = {
  bundle: true,
  platform: "node",
  target: "node26",
  sourcemap: false,
  legalComments: "none",
  loader: { ".sql": "text" },
  plugins: [filesOfPackages, oneLocale],
  logLevel: "warning",
  absWorkingDir: root,
};

/** CommonJS packages inside an ES module ask for builtins through `require`. */
const requireShim = `import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);`;

async function bundle(folder) {
  await build({ ...common, entryPoints: [entry], outfile: join(folder, "main.js"), format: "esm", banner: { js: requireShim } });
  asAscii(join(folder, "main.js"));
  if (existsSync(worker)) {
    // CommonJS, because the single executable starts it from its text.
    await build({ ...common, entryPoints: [worker], outfile: join(folder, "workers/playout-worker.cjs"), format: "cjs" });
  }
}

/**
 * V8 keeps the text of what it runs, with two bytes a character as soon as one is beyond Latin-1. esbuild escapes strings; what is left
 * stands in comments and regular expressions, where an escape means the same.
 */
function asAscii(file) {
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  writeFileSync(file, readFileSync(file, "utf8").replaceAll(/[^\0-\x7f]/g, escaped));
}

function addons(folder) {
  const target = join(folder, "native");
  mkdirSync(target, { recursive: true });
  cpSync(prebuiltSqlite(), join(target, "better_sqlite3.node"));
  cpSync(prebuiltSkia(), join(target, "skia.node"));
}

function prebuiltSqlite() {
  return join(dirname(fromDb.resolve("better-sqlite3/package.json")), "prebuilds", `${process.platform}-${process.arch}.node`);
}

function prebuiltSkia() {
  const canvas = createRequire(fromScene.resolve("@napi-rs/canvas"));
  const platform = process.platform === "linux" ? `linux-${process.arch}-gnu` : `${process.platform}-${process.arch}`;
  return canvas.resolve(`@napi-rs/canvas-${platform}`);
}

/**
 * The fonts and the shaper, under the names packages/scene asks for. A packed font is unpacked here: the code that does it writes
 * functions, which the studio's content security policy forbids in the browser.
 */
async function sceneFiles(folder) {
  const { SCENE_FILE_SPECIFIERS } = await import(join(root, "packages/scene/src/fonts.ts"));
  const { toSfnt } = await import(join(root, "packages/scene/src/text/woff2.ts"));
  mkdirSync(join(folder, "scene"), { recursive: true });
  for (const [name, specifier] of Object.entries(SCENE_FILE_SPECIFIERS)) {
    writeFileSync(join(folder, "scene", name), await toSfnt(readFileSync(fromScene.resolve(specifier))));
  }
}

async function webFiles(folder) {
  const built = join(root, "apps/web/dist");
  if (!existsSync(built)) return;
  cpSync(built, join(folder, "web"), { recursive: true });
  const names = readdirSync(built, { recursive: true }).filter((name) => /\.(js|css|html|svg)$/.test(name));
  await Promise.all(names.map((name) => pack(join(folder, "web", name))));
}

/** Beside the file, as small as it goes: once here rather than worse at every start. */
async function pack(file) {
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
}

// A build that fails half-way must not leave a half server behind.
const fresh = `${out}.new`;
rmSync(fresh, { recursive: true, force: true });
await bundle(fresh);
addons(fresh);
await sceneFiles(fresh);
await webFiles(fresh);
// main.js is an ES module wherever the folder is taken.
writeFileSync(join(fresh, "package.json"), '{"type":"module"}');
rmSync(out, { recursive: true, force: true });
renameSync(fresh, out);
