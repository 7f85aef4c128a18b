import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Spares, type UnitFiles } from "../src/render/spares.ts";

let dir: string;
let files: UnitFiles;
let spares: Spares;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "nightjar-spares-"));
  files = { record: join(dir, "cache", "slate.json"), unit: join(dir, "cache", "slate.flv") };
  spares = new Spares(join(dir, "spares"));
  await mkdir(join(dir, "cache"));
  await write("first");
  await spares.keep("slate", files);
});
afterEach(() => rm(dir, { recursive: true }));

async function write(content: string): Promise<void> {
  for (const path of [files.record, files.unit]) {
    await rm(path, { force: true });
    await writeFile(path, content);
  }
}
const contents = () => Promise.all([files.record, files.unit].map((path) => readFile(path, "utf8")));
const names = async () => (await readdir(join(dir, "spares"))).toSorted();
const PAIR = ["slate.flv", "slate.json"];

it.each(["record", "unit"] as const)("a spare outlives a keeping whose %s was deleted meanwhile", async (gone) => {
  await write("second");
  await rm(files[gone]);
  await expect(spares.keep("slate", files)).rejects.toThrow("ENOENT");
  expect(await names()).toEqual(PAIR);
  expect(await spares.restore("slate", files)).toBe(true);
  expect(await contents()).toEqual(["first", "first"]);
});

it("a spare is replaced by what is kept under its key now, and kept once more it is the same two files", async () => {
  await write("second");
  await spares.keep("slate", files);
  await spares.keep("slate", files);
  expect(await names()).toEqual(PAIR);
  await rm(join(dir, "cache"), { recursive: true });
  expect(await spares.restore("slate", files)).toBe(true);
  expect(await contents()).toEqual(["second", "second"]);
  expect(await readdir(join(dir, "cache"))).toHaveLength(2);
});

it("of those who keep, put back and forget a spare at the same time each finds it whole, as it was before or after the others", async () => {
  await write("second");
  const [keep, restore] = [() => spares.keep("slate", files), () => spares.restore("slate", files)];
  await Promise.all([keep(), keep(), spares.keepOnly(["slate"]), restore(), keep(), restore()]);
  expect(await names()).toEqual(PAIR);
  expect(await contents()).toEqual(["second", "second"]);
  expect((await Promise.all([spares.drop("slate"), restore()]))[1]).toBe(false);
  await Promise.all([keep(), spares.keepOnly([])]);
  expect(await names()).toEqual([]);
});

it("what a kill left half placed is in nobody's way, and goes with its key", async () => {
  await writeFile(join(dir, "spares", "slate.flv.new"), "half");
  await writeFile(join(dir, "spares", "other.json.new"), "half");
  await spares.keep("slate", files);
  await spares.keepOnly(["slate"]);
  expect(await names()).toEqual(PAIR);
});
