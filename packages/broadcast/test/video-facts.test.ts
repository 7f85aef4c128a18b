import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { VideoFactsStore } from "../src/director/prepare/video-facts.ts";
import { testFolder } from "./support/engine.ts";

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => void (folder = await testFolder()));
afterAll(() => folder.remove());

describe("how long a video is", () => {
  it("is asked for once, however many ask, and again when the file has changed", async () => {
    const path = join(folder.dir, "a");
    await writeFile(path, "one");
    let asked = 0;
    const facts = new VideoFactsStore({ dir: join(folder.dir, "facts-a"), probe: async () => ({ durationMs: (asked += 1) }) });
    expect(await Promise.all([facts.of(path), facts.of(path)])).toEqual([{ durationMs: 1 }, { durationMs: 1 }]);
    expect(await facts.of(path)).toEqual({ durationMs: 1 });
    await writeFile(path, "another");
    expect(await facts.of(path)).toEqual({ durationMs: 2 });
  });

  it("is not asked for again by the next process", async () => {
    const path = join(folder.dir, "b");
    const dir = join(folder.dir, "facts-b");
    await writeFile(path, "one");
    await new VideoFactsStore({ dir, probe: async () => ({ durationMs: 7000 }) }).of(path);
    const probe = () => Promise.reject(new Error("asked again"));
    expect(await new VideoFactsStore({ dir, probe }).of(path)).toEqual({ durationMs: 7000 });
  });

  it("is asked for again after a failure, and is not told once the file is gone", async () => {
    const path = join(folder.dir, "c");
    await writeFile(path, "one");
    const answers = [() => Promise.reject(new Error("no")), () => Promise.resolve({ durationMs: 1 })];
    const probe = () => answers.shift()?.() ?? Promise.reject(new Error("asked too often"));
    const facts = new VideoFactsStore({ dir: join(folder.dir, "facts-c"), probe });
    await expect(facts.of(path)).rejects.toThrow("no");
    expect(await facts.of(path)).toEqual({ durationMs: 1 });
    await rm(path);
    await expect(facts.of(path)).rejects.toThrow("ENOENT");
  });

  it("is asked for of two files at once and no more, so that a Start of many streams keeps the processor", async () => {
    const paths = ["d", "e", "f", "g"].map((name) => join(folder.dir, name));
    for (const path of paths) await writeFile(path, path);
    let [running, most] = [0, 0];
    const probe = async () => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return { durationMs: 1 };
    };
    const facts = new VideoFactsStore({ dir: join(folder.dir, "facts-d"), probe });
    await Promise.all(paths.map((path) => facts.of(path)));
    expect(most).toBe(2);
  });
});
