import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { getAssetKeys, getRawAsset, isSea } from "node:sea";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * The one door to everything that ships beside the code. The same names answer from the single executable, from `dist/` and,
 * under `npm run dev` and vitest, from the source tree:
 *
 *   web/…          the built studio         (source tree: apps/web/dist, empty until it is built)
 *   scene/*        fonts and shaper, by the names of SCENE_FILES in packages/scene
 *   workers/*.js   bundled worker entries
 *   native/*.node  addons
 */
export interface Assets {
  /** Names with `/` between the parts, sorted; with a prefix only those below it. */
  list(prefix?: string): readonly string[];
  has(name: string): boolean;
  /** Bytes of an asset; throws when there is none of that name. The bytes may be shared: do not write to them. */
  read(name: string): Uint8Array;
  /** What `new Worker(source, { eval })` takes: a file, or inside the single executable the worker's text. */
  workerSource(name: WorkerName): WorkerSource;
}

export type WorkerName = keyof typeof workerEntries;
export interface WorkerSource {
  readonly source: string | URL;
  readonly eval: boolean;
}

const workerEntries = {
  "playout-worker": "../../../packages/broadcast/src/playout/worker-entry.ts",
} as const;

const here = dirname(fileURLToPath(import.meta.url));
const runsFromSource = import.meta.url.endsWith("/src/assets.ts");

function embedded(): Assets {
  const names = [...getAssetKeys()].sort();
  const known = new Set(names);
  const read = (name: string) => {
    if (!known.has(name)) throw new Error(`no asset is called ${name}`);
    return new Uint8Array(getRawAsset(name));
  };
  return {
    list: (prefix = "") => names.filter((name) => name.startsWith(prefix)),
    has: (name) => known.has(name),
    read,
    workerSource: (name) => ({ source: new TextDecoder().decode(read(`workers/${name}.js`)), eval: true }),
  };
}

/** @param roots first part of a name → the folder that holds it */
function onDisk(roots: Readonly<Record<string, string>>, worker: (name: WorkerName) => string): Assets {
  const list = (prefix = "") =>
    Object.entries(roots)
      .flatMap(([first, folder]) => filesBelow(folder).map((file) => `${first}/${file}`))
      .filter((name) => name.startsWith(prefix))
      .sort();
  const names = new Set(list());
  return {
    list,
    has: (name) => names.has(name),
    read: (name) => {
      const slash = name.indexOf("/");
      const folder = roots[name.slice(0, slash)];
      // Only listed names: a path with `..` from a URL can never leave the folders.
      if (folder === undefined || !names.has(name)) throw new Error(`no asset is called ${name}`);
      return readFileSync(join(folder, name.slice(slash + 1)));
    },
    workerSource: (name) => ({ source: pathToFileURL(worker(name)), eval: false }),
  };
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll("\\", "/"),
      );
  } catch {
    return []; // A folder that was not built yet holds nothing.
  }
}

function open(): Assets {
  if (isSea()) return embedded();
  if (runsFromSource) {
    return onDisk({ web: join(here, "../../web/dist") }, (name) => join(here, workerEntries[name]));
  }
  const folders = ["web", "scene", "workers", "native"];
  return onDisk(Object.fromEntries(folders.map((name) => [name, join(here, name)])), (name) => join(here, "workers", `${name}.js`));
}

export const assets: Assets = open();

/**
 * Loads `native/NAME.node`. Only bundles call it, in place of the packages' own search for their addon.
 * The single executable has no files, so there the addon is written out, loaded and at once removed: the mapping stays.
 */
export function loadAddon(name: string): unknown {
  if (!isSea()) return createRequire(import.meta.url)(join(here, "native", `${name}.node`));
  const folder = mkdtempSync(join(tmpdir(), "nightjar-"));
  const file = join(folder, `${name}.node`);
  try {
    writeFileSync(file, assets.read(`native/${name}.node`), { mode: 0o700 });
    const loaded = { exports: {} };
    process.dlopen(loaded, file);
    return loaded.exports;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
