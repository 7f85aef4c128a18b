import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { getAssetKeys, getRawAsset, isSea } from "node:sea";
import { fileURLToPath, pathToFileURL } from "node:url";
import { SCENE_FILE_SPECIFIERS } from "@nightjar/scene/fonts";
import { piecesOf, piecesOfFile } from "./pieces.ts";
import type { Pieces } from "./pieces.ts";

/**
 * The one door to everything that ships beside the code. The same names answer from the single executable, from `dist/` and,
 * under `npm run dev` and vitest, from the source tree:
 *
 *   web/…          the built studio; empty in the source tree until it is built
 *   scene/…        fonts and shaper, by the names of SCENE_FILES in packages/scene
 *   workers/*.cjs  bundled worker entries; the source tree has them as TypeScript, see workerSource
 *   native/*.node  addons; the source tree leaves them to their packages
 */
export interface Assets {
  /** Names with `/` between the parts, sorted; with a prefix only those below it. */
  list(prefix?: string): readonly string[];
  has(name: string): boolean;
  /** Bytes of an asset; throws when there is none of that name. They may be shared: do not write to them. */
  read(name: string): Uint8Array;
  /** The same for who takes them slowly: of a file no more is held than the piece that is being taken. */
  inPieces(name: string): Promise<Pieces>;
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
  const names = getAssetKeys().toSorted();
  const known = new Set(names);
  const read = (name: string) => {
    if (!known.has(name)) throw new Error(`no asset is called ${name}`);
    return new Uint8Array(getRawAsset(name));
  };
  return {
    list: (prefix = "") => names.filter((name) => name.startsWith(prefix)),
    has: (name) => known.has(name),
    read,
    // They lie in the executable: nothing is held of them.
    inPieces: async (name) => piecesOf(read(name)),
    workerSource: (name) => ({ source: new TextDecoder().decode(read(`workers/${name}.cjs`)), eval: true }),
  };
}

/** @param files name → path: only what is listed is read, so a name from a URL cannot leave the folders */
function onDisk(files: ReadonlyMap<string, string>, workerFile: (name: WorkerName) => string): Assets {
  const names = [...files.keys()].toSorted();
  const pathOf = (name: string) => {
    const path = files.get(name);
    if (path === undefined) throw new Error(`no asset is called ${name}`);
    return path;
  };
  return {
    list: (prefix = "") => names.filter((name) => name.startsWith(prefix)),
    has: (name) => files.has(name),
    read: (name) => readFileSync(pathOf(name)),
    inPieces: async (name) => piecesOfFile(pathOf(name)),
    workerSource: (name) => ({ source: pathToFileURL(workerFile(name)), eval: false }),
  };
}

/** Every file below a folder, by its asset name; nothing while the folder does not exist. */
function filesBelow(folder: string, prefix: string): [string, string][] {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  } catch {
    return []; // Not built yet.
  }
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return paths.map((path) => [`${prefix}/${relative(folder, path)}`, path]);
}

function inSourceTree(): Assets {
  const fromScene = createRequire(createRequire(import.meta.url).resolve("@nightjar/scene/fonts"));
  const sceneFiles = Object.entries(SCENE_FILE_SPECIFIERS).map(([name, file]) => [`scene/${name}`, fromScene.resolve(file)] as const);
  const files = new Map([...filesBelow(join(here, "../../web/dist"), "web"), ...sceneFiles]);
  return onDisk(files, (name) => join(here, workerEntries[name]));
}

function inDist(): Assets {
  const folders = ["web", "scene", "workers", "native"];
  const files = new Map(folders.flatMap((name) => filesBelow(join(here, name), name)));
  return onDisk(files, (name) => join(here, "workers", `${name}.cjs`));
}

const open = isSea() ? embedded : runsFromSource ? inSourceTree : inDist;
export const assets: Assets = open();

/**
 * Loads `native/NAME.node`. Only bundles call it, in place of the packages' own search for their addon.
 * The single executable has no files, so there the addon is written out, loaded and at once removed: its mapping stays.
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
  } catch (error) {
    throw addonFailure(error, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Where nothing may be run from the folder for what is temporary, the loader says neither that nor what helps. */
export function addonFailure(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !error.message.includes("failed to map segment")) return error;
  return new Error(`programs may not be run from ${dirname(folder)}. Set TMPDIR to a folder from which they may`, { cause: error });
}
