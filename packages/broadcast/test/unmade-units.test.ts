import { PROFILES } from "@nightjar/contract";
import { readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { UnitCache } from "../src/render/cache.ts";
import { PictureTasks } from "../src/render/picture-tasks.ts";
import type { RenderTask } from "../src/render/render-task.ts";
import type { CompositeRequest } from "../src/render/requests.ts";
import { UnitRender } from "../src/render/unit-render.ts";
import { memoryLog, testFolder } from "./support/engine.ts";

const profile = PROFILES["720p30"];
const box = { xPx: 0, yPx: 0, widthPx: 8, heightPx: 8, rgba: new Uint8Array(8 * 8 * 4) };

let dir = "";
beforeEach(async () => {
  const folder = await testFolder();
  dir = folder.dir;
  return folder.remove;
});

describe("of a picture that is not made, what was drawn for it goes at once,", () => {
  const request: CompositeRequest = {
    ...{ purpose: "wanted", sceneKey: "scene", maxFrames: 60 },
    background: { kind: "image", file: { path: "/nowhere.jpg", sha256: "" } },
    draw: () => Promise.resolve([box, box]),
  };
  const prepared = (changes: Partial<CompositeRequest> = {}) => {
    const tasks = new PictureTasks({ key: () => "unit", workDir: dir, assetPath: (name) => join(dir, name) });
    return tasks.composite(profile, null, { ...request, ...changes }).fast.prepare();
  };

  it("also where the rest of it cannot be drawn", async () => {
    const { cleanUp } = await prepared();
    expect((await readdir(dir)).toSorted()).toEqual(["unit.0.rgba", "unit.1.rgba"]);
    await cleanUp();
    await expect(prepared({ motions: () => Promise.reject(new Error("no fonts")) })).rejects.toThrow("no fonts");
    expect(await readdir(dir)).toEqual([]);
  });

  it("also where some of it cannot be written", async () => {
    await symlink(join(dir, "nowhere", "file"), join(dir, "unit.1.rgba"));
    await expect(prepared()).rejects.toMatchObject({ code: "ENOENT" });
    expect(await readdir(dir)).toEqual([]);
  });

  it("also where its own file cannot be made", async () => {
    const { log } = memoryLog();
    const cache = new UnitCache(dir);
    const path = join(dir, "taken.flv");
    await writeFile(path, "");
    const workPath = vi.spyOn(cache, "workPath").mockReturnValue(path);
    onTestFinished(() => void workPath.mockRestore());
    const cleanUp = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const task: RenderTask = {
      ...{ key: "unit", kind: "video", purpose: "wanted", profile, expectedHeader: null, expectedCount: 60 },
      prepare: () => Promise.resolve({ args: [], cleanUp }),
    };
    const told = {
      signal: new AbortController().signal,
      label: "test",
      niceness: () => 0,
      report: () => undefined,
      learn: () => undefined,
    };
    const made = new UnitRender({ cache, ffmpegPath: "ffmpeg", log }).make(task, told);
    await expect(made).rejects.toMatchObject({ code: "EEXIST" });
    expect(cleanUp).toHaveBeenCalledOnce();
  });
});
