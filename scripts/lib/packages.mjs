import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NODE_VERSION, PNPM_VERSION, at, nodeBinary, nodePackage, pnpmBinary, pnpmPackage, runtimeFolder } from "./paths.mjs";
import { Refusal, patiently, say } from "./run.mjs";
import { contentFingerprint, isStamped, stamped } from "./stamps.mjs";

export function checkPlatform() {
  if (process.platform !== "linux" || !["x64", "arm64"].includes(process.arch)) {
    throw new Refusal(`Nightjar runs on Linux on x64 or arm64; this is ${process.platform} on ${process.arch}.`);
  }
  if (Number(process.versions.node.split(".")[0]) < 20) throw new Refusal(`Nightjar needs Node 20 or newer; this is ${process.version}.`);
}

// A registry that takes a connection and says nothing held npm for an hour and a half: whoever waits so long is ended and begins anew.
// What it has fetched it keeps, so that the last try also serves a line of 1 Mbit/s.
const RUNTIME_WITHIN_MINUTES = [4, 8, 30];
const PACKAGES_WITHIN_MINUTES = [10, 20, 60];

// ---- the runtime: Node and pnpm, through npm ----

export function runtimeIsReady() {
  return (
    installedVersion(nodePackage) === NODE_VERSION &&
    installedVersion(pnpmPackage) === PNPM_VERSION &&
    existsSync(nodeBinary) &&
    existsSync(pnpmBinary)
  );
}

function installedVersion(name) {
  try {
    return JSON.parse(readFileSync(join(runtimeFolder, "node_modules", name, "package.json"), "utf8")).version;
  } catch {
    return undefined;
  }
}

export async function installRuntime() {
  if (process.report?.getReport().header.glibcVersionRuntime === undefined)
    throw new Refusal("Nightjar needs a Linux with glibc, such as Debian 12.");
  say(`Fetching Node ${NODE_VERSION} and pnpm ${PNPM_VERSION} …`);
  mkdirSync(runtimeFolder, { recursive: true });
  const manifest = { private: true, dependencies: { [nodePackage]: NODE_VERSION, [pnpmPackage]: PNPM_VERSION } };
  writeFileSync(join(runtimeFolder, "package.json"), JSON.stringify(manifest));
  // Told only when it fails: what npm was at when it stood still.
  const flags = ["--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=silly"];
  await npm(["install", "--prefix", runtimeFolder, ...flags]);
  if (!runtimeIsReady())
    throw new Refusal(`npm did not bring ${nodePackage}@${NODE_VERSION} and ${pnpmPackage}@${PNPM_VERSION} into .runtime.`);
}

function npm(args) {
  const cli = process.env.npm_execpath;
  const options = { cwd: runtimeFolder, env: process.env };
  const [command, first] = cli?.endsWith("npm-cli.js") ? [process.execPath, [cli]] : ["npm", []];
  return patiently(RUNTIME_WITHIN_MINUTES, command, [...first, ...args], options);
}

// ---- the packages, through pnpm ----

function manifests() {
  const below = ["apps", "packages", "tooling"].flatMap((folder) =>
    readdirSync(at(folder)).map((name) => `${folder}/${name}/package.json`),
  );
  const present = [...below, "e2e/package.json", "bench/package.json"].filter((path) => existsSync(at(path)));
  return ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", ...present];
}

export function packagesAreReady() {
  return existsSync(at("node_modules/.modules.yaml")) && isStamped("install", contentFingerprint(manifests()));
}

export async function installPackages() {
  say("Installing packages …");
  // CI=true keeps pnpm from asking anything.
  const env = { ...process.env, CI: "true", PATH: `${join(nodeBinary, "..")}:${process.env.PATH ?? ""}` };
  const args = ["install", "--frozen-lockfile", "--prefer-offline"];
  const work = () => patiently(PACKAGES_WITHIN_MINUTES, pnpmBinary, args, { env });
  await stamped("install", contentFingerprint(manifests()), work);
}
