import type { FileKind, Files, ReceivedFile } from "@nightjar/api";
import { hashFile } from "@nightjar/media";
import { createHash, randomUUID } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { createLeftFiles } from "./left-files.ts";

const KINDS: readonly FileKind[] = ["audio", "artwork", "video", "media"];

/** Content-named files in the data folder. What was left half-received by an earlier process is swept away. */
export function createFiles(dataDir: string): Files {
  const folder = (kind: FileKind | "incoming") => join(dataDir, "files", kind);
  rmSync(folder("incoming"), { recursive: true, force: true });
  for (const path of [...KINDS.map(folder), folder("incoming")]) mkdirSync(path, { recursive: true, mode: 0o700 });
  const path = (kind: FileKind, name: string) => join(folder(kind), name);
  const incoming = () => join(folder("incoming"), randomUUID());
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
    ...createLeftFiles(dataDir, { kinds: KINDS, path }),
  };
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
