import type { FileKind, Files } from "@nightjar/api";
import { replaceFileSync } from "@nightjar/kit/node";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** What a start laid aside, by its kind. */
export const leftIn = (dataDir: string): string => join(dataDir, "files", "left");

interface Library {
  readonly kinds: readonly FileKind[];
  readonly path: (kind: FileKind, name: string) => string;
}

/**
 * How long a file lies there is counted while a server runs, and told by no clock: a machine may begin at an old time, and what was laid
 * aside at that would be old as soon as its clock is set.
 */
export function createLeftFiles(
  dataDir: string,
  { kinds, path }: Library,
): Pick<Files, "layAside" | "listAside" | "bringBack" | "clearAside"> {
  const countPath = `${leftIn(dataDir)}.json`;
  const folder = (kind: FileKind) => join(leftIn(dataDir), kind);
  const listAside = (kind: FileKind) => (existsSync(folder(kind)) ? readdirSync(folder(kind)) : []);
  const keyOf = (kind: FileKind, name: string) => `${kind}/${name}`;
  let lainMs = readCount(countPath);
  let countedAtMs = performance.now();
  return {
    layAside(kind, name) {
      mkdirSync(folder(kind), { recursive: true, mode: 0o700 });
      renameSync(path(kind, name), join(folder(kind), name));
      lainMs.delete(keyOf(kind, name));
    },
    listAside,
    bringBack: (kind, name) => renameSync(join(folder(kind), name), path(kind, name)),
    async clearAside(lainForMs, isKnown) {
      const passedMs = performance.now() - countedAtMs;
      countedAtMs += passedMs;
      const lying = kinds.flatMap((kind) => listAside(kind).map((name) => ({ kind, name, key: keyOf(kind, name) })));
      const nobodys = lying.filter(({ kind, name }) => !isKnown(kind, name));
      // What is known and could not be brought back begins anew, should a wrong database come once more.
      const counted = new Map(nobodys.map(({ key }) => [key, (lainMs.get(key) ?? 0) + passedMs]));
      lainMs = counted;
      const due = nobodys.filter(({ key }) => (counted.get(key) ?? 0) >= lainForMs);
      for (const { kind, name } of due) await rm(join(folder(kind), name), { force: true });
      // After them: on a full disk they make the room for it.
      if (lying.length > 0) replaceFileSync(countPath, JSON.stringify(Object.fromEntries(lainMs)));
      else await rm(countPath, { force: true });
    },
  };
}

const storedCount = z.record(z.string(), z.number());

/** Where it is not there, or a power cut left a part of it, they are counted anew. */
function readCount(path: string): Map<string, number> {
  try {
    return new Map(Object.entries(storedCount.parse(JSON.parse(readFileSync(path, "utf8")))));
  } catch {
    return new Map();
  }
}
