import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { replaceFile } from "@nightjar/kit/node";

const SEAL_BYTES = 32;

/** What was written whole under this name; null when it is not there, or is not what was written. */
export async function readSealed(path: string): Promise<Buffer | null> {
  const file = await readFile(path).catch(() => null);
  if (!file) return null;
  const content = file.subarray(SEAL_BYTES);
  return sealOf(content).equals(file.subarray(0, SEAL_BYTES)) ? content : null;
}

/** Writes content with its hash before it, atomically. */
export async function writeSealed(path: string, content: Uint8Array): Promise<number> {
  await replaceFile(path, Buffer.concat([sealOf(content), content]));
  return SEAL_BYTES + content.byteLength;
}

function sealOf(content: Uint8Array): Buffer {
  return createHash("sha256").update(content).digest();
}
