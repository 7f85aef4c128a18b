import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { at, root, stampsFolder } from "./paths.mjs";

const ignored = new Set(["node_modules", "dist", ".turbo", "test", "coverage"]);

/** Fingerprint of files by name, size and time of change: a walk costs milliseconds where hashing would cost a second. */
export function fingerprint(paths) {
  const hash = createHash("sha256");
  for (const path of paths) add(hash, resolve(root, path));
  return hash.digest("hex");
}

function add(hash, path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isDirectory()) {
    hash.update(`${relative(root, path)}\0${stat.size}\0${stat.mtimeMs}\n`);
    return;
  }
  for (const name of readdirSync(path).sort()) if (!ignored.has(name)) add(hash, join(path, name));
}

/** Fingerprint of a few small files by content, which survives a fresh checkout. */
export function contentFingerprint(paths) {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(`${path}\0`).update(readFileSync(at(path)));
  return hash.digest("hex");
}

export function isStamped(name, value) {
  try {
    return readFileSync(join(stampsFolder, name), "utf8") === value;
  } catch {
    return false;
  }
}

/** Does the work that the stamp is about. What it has begun and not ended is no longer what was stamped before: it is done anew. */
export async function stamped(name, value, work) {
  rmSync(join(stampsFolder, name), { force: true });
  await work();
  mkdirSync(stampsFolder, { recursive: true });
  writeFileSync(join(stampsFolder, name), value);
}
