import { SCENE_FILES } from "@nightjar/scene/fonts";
import { describe, expect, it } from "vitest";
import { addonFailure, assets } from "../src/assets.ts";
import { startPlayoutWorker } from "../src/engine.ts";

describe("assets in the source tree", () => {
  it("hold every file packages/scene draws with, under its own name", () => {
    expect(assets.list("scene/")).toEqual(SCENE_FILES.map((name) => `scene/${name}`).toSorted());
    expect(assets.read("scene/harfbuzz.wasm").subarray(0, 4)).toEqual(Buffer.from("\0asm"));
  });

  it("refuse a name that climbs out of the folders", () => {
    expect(assets.has("web/../package.json")).toBe(false);
    expect(() => assets.read("web/../package.json")).toThrow("no asset");
  });

  it("start the playout worker by its file", () => {
    const { source, eval: fromText } = assets.workerSource("playout-worker");
    expect(String(source)).toMatch(/^file:.*worker-entry\.ts$/);
    expect(fromText).toBe(false);
  });

  it("start it with a bound to the memory that a burst makes it hold for values of the moment", async () => {
    const worker = startPlayoutWorker();
    expect(worker.resourceLimits).toMatchObject({ maxYoungGenerationSizeMb: 12 });
    await worker.terminate();
  });
});

it("a folder for what is temporary that runs no programs is named, with what helps, where an addon of the executable cannot be loaded from it", () => {
  const noexec = new Error("/tmp/nightjar-x/better_sqlite3.node: failed to map segment from shared object");
  const told = "programs may not be run from /tmp. Set TMPDIR to a folder from which they may";
  expect(addonFailure(noexec, "/tmp/nightjar-x")).toEqual(new Error(told, { cause: noexec }));
  const other = new Error("ENOSPC: no space left on device");
  expect(addonFailure(other, "/tmp/nightjar-x")).toBe(other);
});
