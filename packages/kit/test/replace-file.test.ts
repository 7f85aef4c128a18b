import fs, { closeSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync, statSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { replaceFile, replaceFileSync } from "../src/node.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "nightjar-kit-"));
  return () => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    rmSync(dir, { recursive: true, force: true });
  };
});

const ways = [
  ["by itself", (path: string, text: string) => replaceFile(path, text)],
  ["durably", (path: string, text: string) => replaceFile(path, text, { isDurable: true })],
  ["with others", (path: string, text: string) => replaceFile(path, text, { isShared: true })],
  ["at once", async (path: string, text: string) => replaceFileSync(path, text)],
] as const;

it.each(ways)("a file replaced %s is the new one whole, for its owner alone, with nothing left beside it", async (_way, replace) => {
  const path = join(dir, "a.json");
  writeFileSync(path, "old and longer");
  await replace(path, "new");
  expect(readFileSync(path, "utf8")).toBe("new");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(dir)).toEqual(["a.json"]);
});

it.each(ways)("a file that cannot be replaced %s says so, and leaves nothing half written", async (_way, replace) => {
  const path = join(dir, "a.json");
  // A folder is in its place.
  mkdirSync(join(path, "in"), { recursive: true });
  await expect(replace(path, "new")).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  expect(readdirSync(dir)).toEqual(["a.json"]);
});

it("those who replace a file at the same time leave one of their texts, whole", async () => {
  const path = join(dir, "a.json");
  const texts = Array.from({ length: 40 }, (_, index) => String(index).repeat(10_000 + index));
  await Promise.all(texts.map((text) => replaceFile(path, text, { isShared: true })));
  expect(texts).toContain(readFileSync(path, "utf8"));
  expect(readdirSync(dir)).toEqual(["a.json"]);
});

it("a file replaced at once is held until another has its name, and ends elsewhere, however long the kernel takes for that", () => {
  const path = join(dir, "a.json");
  const ended: string[] = [];
  vi.spyOn(fs, "close").mockImplementation((fd) => {
    ended.push(readlinkSync(`/proc/self/fd/${fd}`));
    closeSync(fd);
  });
  syncBuiltinESMExports();
  replaceFileSync(path, "old");
  expect(ended).toEqual([]);
  replaceFileSync(path, "new");
  expect(ended).toEqual([`${path} (deleted)`]);
});

it("a file replaced at once stands, and the process goes on, where the end of the one before it fails", () => {
  const path = join(dir, "a.json");
  const told: (Parameters<typeof fs.close>[1] | undefined)[] = [];
  vi.spyOn(fs, "close").mockImplementation((fd, done) => {
    closeSync(fd);
    told.push(done);
  });
  syncBuiltinESMExports();
  for (const text of ["old", "new"]) replaceFileSync(path, text);
  // Without one of ours Node throws it from where nobody can catch it.
  expect(told).toEqual([expect.any(Function)]);
  for (const done of told) expect(() => done?.(new Error("EIO"))).not.toThrow();
  expect(readFileSync(path, "utf8")).toBe("new");
});
