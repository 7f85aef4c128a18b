import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { stampsFolder } from "../lib/paths.mjs";
import { fingerprint, isStamped, stamped } from "../lib/stamps.mjs";

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

it("what failed on its way is done anew, also with the sources of before: it has taken away a part of what was there", async () => {
  const name = `test-${process.pid}`;
  try {
    await stamped(name, "old sources", async () => undefined);
    expect(isStamped(name, "old sources")).toBe(true);
    const failed = stamped(name, "new sources", () => Promise.reject(new Error("no network")));
    await expect(failed).rejects.toThrow("no network");
    expect([isStamped(name, "new sources"), isStamped(name, "old sources")]).toEqual([false, false]);
  } finally {
    rmSync(join(stampsFolder, name), { force: true });
  }
});
