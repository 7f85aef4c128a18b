import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { fingerprint } from "../lib/stamps.mjs";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nightjar-stamps-"));
  for (const below of ["src", "test", "node_modules", "dist"]) mkdirSync(join(folder, below));
  writeFileSync(join(folder, "src/a.ts"), "one");
  return () => rmSync(folder, { recursive: true, force: true });
});

it.each([
  ["changed", () => writeFileSync(join(folder, "src/a.ts"), "three")],
  ["added", () => writeFileSync(join(folder, "src/b.ts"), "")],
  ["removed", () => rmSync(join(folder, "src/a.ts"))],
])("a source that is %s is built again", (_what, change) => {
  const before = fingerprint([folder]);
  change();
  expect(fingerprint([folder])).not.toBe(before);
});

it("what does not ship builds nothing", () => {
  const before = fingerprint([folder]);
  for (const file of ["test/a.test.ts", "node_modules/a.js", "dist/a.js"]) writeFileSync(join(folder, file), "new");
  expect(fingerprint([folder])).toBe(before);
});
