import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const at = (...parts) => join(root, ...parts);

export const NODE_VERSION = "26.10.0";
export const PNPM_VERSION = "12.21.0";

/** npm's platform packages of Node carry the official binaries, so npm alone can bring the runtime. */
export const nodePackage = `node-linux-${process.arch}`;
/** pnpm's own program without its launcher, which names fifteen platforms that npm would look up one after another. */
export const pnpmPackage = `@pnpm/exe.linux-${process.arch}`;
export const runtimeFolder = at(".runtime");
export const nodeBinary = join(runtimeFolder, "node_modules", nodePackage, "bin/node");
export const pnpmBinary = join(runtimeFolder, "node_modules", pnpmPackage, "pnpm");
/** V8's, a folder for each version of Node and in it a file for each of the code: what was built anew takes the place of what it was. */
export const compileCacheFolder = join(runtimeFolder, "compile-cache");
export const stampsFolder = at(".stamps");
export const serverMain = at("apps/server/dist/main.js");
export const bin = (name) => at("node_modules/.bin", name);

/** The environment for everything that must run on the pinned runtime, whatever node started us. */
export function runtimeEnv(more = {}) {
  const first = [dirname(nodeBinary), dirname(pnpmBinary), at("node_modules/.bin")];
  return {
    ...process.env,
    // nginx lies in /usr/sbin, which only root has on the PATH.
    PATH: [...first, process.env.PATH ?? "", "/usr/sbin"].join(delimiter),
    TURBO_TELEMETRY_DISABLED: "1",
    DO_NOT_TRACK: "1",
    // setup() has installed already; several pnpm at once must not try it again.
    pnpm_config_verify_deps_before_run: "false",
    ...more,
  };
}
