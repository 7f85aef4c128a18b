import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rememberByFile } from "../src/director/prepare/remember-by-file.ts";
import { testFolder } from "./support/engine.ts";

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => void (folder = await testFolder()));
afterAll(() => folder.remove());

describe("an answer about a file", () => {
  it("is asked for once, however many ask, and again when the file has changed", async () => {
    const path = join(folder.dir, "a");
    await writeFile(path, "one");
    let asked = 0;
    const ask = rememberByFile(async () => (asked += 1));
    expect(await Promise.all([ask(path), ask(path)])).toEqual([1, 1]);
    expect(await ask(path)).toBe(1);
    await writeFile(path, "another");
    expect(await ask(path)).toBe(2);
  });

  it("is asked for again after a failure, and is none when the file is gone", async () => {
    const path = join(folder.dir, "b");
    await writeFile(path, "one");
    const answers = [() => Promise.reject(new Error("no")), () => Promise.resolve("yes")];
    const ask = rememberByFile(() => answers.shift()?.() ?? Promise.reject(new Error("asked too often")));
    await expect(ask(path)).rejects.toThrow("no");
    expect(await ask(path)).toBe("yes");
    await rm(path);
    await expect(ask(path)).rejects.toThrow("ENOENT");
  });
});
