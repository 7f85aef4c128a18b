import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findExecutable } from "../src/executable.ts";

it("finds the first executable file of a name on the path, and nothing else", async () => {
  const folder = await mkdtemp(join(tmpdir(), "nightjar-executable-"));
  const [first, second] = [join(folder, "first"), join(folder, "second")];
  await mkdir(join(first, "tool"), { recursive: true });
  await mkdir(second);
  const tool = join(second, "tool");
  await writeFile(tool, "#!/bin/sh\n");
  expect(await findExecutable("tool", `${first}:${second}`)).toBeNull();
  await chmod(tool, 0o700);
  expect(await findExecutable("tool", `:${first}:${second}`)).toBe(tool);
  expect(await findExecutable(tool, "")).toBe(tool);
  await rm(folder, { recursive: true });
});
