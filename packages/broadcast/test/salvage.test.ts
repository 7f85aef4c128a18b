import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { salvageSegments } from "../src/director/session/salvage.ts";
import { UnitCache } from "../src/render/cache.ts";
import type { PictureChange, Segment } from "../src/timeline/segment.ts";
import type { UnitRef } from "../src/timeline/unit.ts";
import { LABEL } from "./support/synthetic.ts";

let dir: string;
let cache: UnitCache;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "nightjar-salvage-"));
  cache = new UnitCache(join(dir, "cache"));
  await cache.open();
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function unit(key: string, kind: UnitRef["kind"] = "video"): Promise<UnitRef> {
  const path = join(dir, `${key}.flv`);
  await writeFile(path, Buffer.alloc(100));
  return { key, kind, path, firstTagOffset: 20, readableBytes: 100, isComplete: true };
}

async function segment(changes: readonly PictureChange[]): Promise<Segment> {
  return { serial: 7, video: await unit("own"), audio: await unit("sound", "audio"), isSlate: false, label: LABEL, pictures: [...changes] };
}
const change = async (id: number, key: string): Promise<PictureChange> => ({ id, video: await unit(key), fromFrame: 0, at: "cut" });
const shown = (pictureId: number) => ({ audioSerial: 7, videoSerial: 7, isInJoin: false, pictureId });
const lose = (key: string) => rm(join(dir, `${key}.flv`));

describe("a session that another process goes on with while a changed picture is shown", () => {
  it("needs that picture and what waits behind it, not the ones before", async () => {
    const left = await segment([await change(1, "via"), await change(2, "new"), await change(3, "newer")]);
    await lose("own");
    await lose("via");
    const [found] = (await salvageSegments([left], shown(2), cache)) ?? [];
    expect(found?.pictures?.map(({ id }) => id)).toEqual([2, 3]);
  });

  it("goes on without a picture that was to come and is gone, and without all behind it", async () => {
    const left = await segment([await change(1, "new"), await change(2, "via"), await change(3, "newer")]);
    await lose("via");
    const [found] = (await salvageSegments([left], shown(1), cache)) ?? [];
    expect(found?.pictures?.map(({ id }) => id)).toEqual([1]);
    const [unchanged] = (await salvageSegments([left], shown(0), cache)) ?? [];
    expect(unchanged?.video.key).toBe("own");
  });

  it("cannot go on when the picture that is shown is gone", async () => {
    const left = await segment([await change(1, "new")]);
    await lose("new");
    expect(await salvageSegments([left], shown(1), cache)).toBeNull();
    await lose("own");
    expect(await salvageSegments([left], shown(0), cache)).toBeNull();
  });
});
