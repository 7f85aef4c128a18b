import type { FileKind, Files, ReceivedFile } from "@nightjar/api";
import { hashFile } from "@nightjar/media";
import { createHash, randomUUID } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync } from "node:fs";
import { lstat, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

const KINDS: readonly FileKind[] = ["audio", "artwork", "video", "media"];

/** What a start laid aside, by its kind. */
export const leftIn = (dataDir: string): string => join(dataDir, "files", "left");

/** Content-named files in the data folder. What was left half-received by an earlier process is swept away. */
export function createFiles(dataDir: string): Files {
  const folder = (kind: FileKind | "incoming") => join(dataDir, "files", kind);
  const left = (kind: FileKind) => join(leftIn(dataDir), kind);
  rmSync(folder("incoming"), { recursive: true, force: true });
  for (const path of [...KINDS.map(folder), folder("incoming")]) mkdirSync(path, { recursive: true, mode: 0o700 });
  const path = (kind: FileKind, name: string) => join(folder(kind), name);
  const incoming = () => join(folder("incoming"), randomUUID());
  /** By this process, whose clock may have been wrong then: set right, it would make them look old. */
  const laid = new Set<string>();
  return {
    receive: (body, limitBytes) => receive(incoming(), body, limitBytes),
    make: (write) => make(incoming(), write),
    publish(received, kind, name) {
      renameSync(received.tempPath, path(kind, name));
      syncFolder(folder(kind));
    },
    discard: (received) => rmSync(received.tempPath, { force: true }),
    has: (kind, name) => existsSync(path(kind, name)),
    path,
    list: (kind) => readdirSync(folder(kind)),
    remove: (kind, name) => rmSync(path(kind, name), { force: true }),
    layAside(kind, name, now) {
      const aside = join(left(kind), name);
      mkdirSync(left(kind), { recursive: true, mode: 0o700 });
      // First: a crash in between would leave it there with the time that it came.
      setTime(path(kind, name), now);
      renameSync(path(kind, name), aside);
      laid.add(aside);
    },
    listAside: (kind) => (existsSync(left(kind)) ? readdirSync(left(kind)) : []),
    bringBack: (kind, name) => renameSync(join(left(kind), name), path(kind, name)),
    async clearAside(before, isKnown) {
      for (const kind of KINDS.filter((each) => existsSync(left(each))))
        await removeOlder(left(kind), { before, but: (name) => laid.has(join(left(kind), name)) || isKnown(kind, name) });
    },
  };
}

/** Where that may be: a file that root made, or a link that leads nowhere, keeps its own. */
function setTime(path: string, now: Date): void {
  try {
    utimesSync(path, now, now);
  } catch {
    // Its move tells when that was.
  }
}

/** The time of a move is its `ctime`: what could not be given a time of its own has lain there since then. */
async function removeOlder(folder: string, { before, but }: { before: Date; but: (name: string) => boolean }): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { ctime, mtime } = await lstat(path);
    if (ctime < before && mtime < before && !but(name)) await rm(path, { force: true });
  }
}

async function receive(tempPath: string, body: AsyncIterable<Uint8Array>, limitBytes: number): Promise<ReceivedFile | null> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  let isWhole = false;
  const file = await open(tempPath, "wx", 0o600);
  try {
    for await (const chunk of body) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > limitBytes) return null;
      hash.update(chunk);
      // Unlike `write`, which may write a part and call it done where the disk is nearly full.
      await file.appendFile(chunk);
    }
    // On the disk before it gets its name: a crash leaves nothing, or all of it.
    await file.sync();
    isWhole = true;
    return { tempPath, sha256: hash.digest("hex"), sizeBytes };
  } finally {
    await file.close();
    if (!isWhole) rmSync(tempPath, { force: true });
  }
}

async function make(tempPath: string, write: (tempPath: string) => Promise<void>): Promise<ReceivedFile> {
  try {
    await write(tempPath);
    const file = await open(tempPath, "r+");
    try {
      await file.sync();
      const { size: sizeBytes } = await file.stat();
      return { tempPath, sha256: await hashFile(tempPath), sizeBytes };
    } finally {
      await file.close();
    }
  } catch (error) {
    rmSync(tempPath, { force: true });
    throw error;
  }
}

/** A rename is on the disk when its folder is. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
