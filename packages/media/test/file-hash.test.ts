import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { hashFile } from "../src/file-hash.ts";

it("is the SHA-256 of the content, and can be stopped", async () => {
  const folder = await mkdtemp(join(tmpdir(), "nightjar-hash-"));
  const path = join(folder, "file");
  await writeFile(path, "abc");
  expect(await hashFile(path)).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  await expect(hashFile(path, AbortSignal.abort())).rejects.toThrow();
  await rm(folder, { recursive: true });
});
