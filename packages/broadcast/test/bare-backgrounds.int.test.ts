import { join } from "node:path";
import { type PlanBackground, profileOf } from "@nightjar/contract";
import { probeVideo } from "@nightjar/media";
import { createNodeSceneHost } from "@nightjar/scene/node";
import { afterEach, beforeEach, expect, it } from "vitest";
import { compositeRequest } from "../src/director/prepare/composite-request.ts";
import { usedBackgrounds } from "../src/director/ready/used-backgrounds.ts";
import { makeVideo, memoryLog, planItem, testFolder, testPlan } from "./support/engine.ts";
import { until } from "./support/studio.ts";
import { type TestWorkshop, openWorkshop } from "./support/workshop.ts";

/** It has the idle lane, which others hold on a busy machine. */
const WAIT_MS = 240_000;

let folder: Awaited<ReturnType<typeof testFolder>>;
let opened: TestWorkshop;
let background: PlanBackground;
beforeEach(async () => {
  folder = await testFolder();
  opened = await openWorkshop(join(folder.dir, "engine"));
  background = { kind: "video", file: await makeVideo(join(folder.dir, "loop.mp4"), { seconds: 3, size: "640x360" }) };
});
afterEach(async () => {
  await opened.close();
  await folder.remove();
});

const plan = (profileId: "720p30" | "1080p30") => testPlan([], "rtmp://h/live", "key", { background, profileId });
const videos = ({ rendered }: TestWorkshop) => rendered().filter((kind) => kind === "video").length;
const there = (count: number) =>
  until(
    () => opened.workshop.bareBackgrounds.keys.length === count,
    WAIT_MS,
    () => JSON.stringify(opened.lines),
  );

it("a bare background is rendered once for each profile, met again by the next process, and never evicted while a stream uses it", async () => {
  const used = usedBackgrounds([plan("720p30")], [plan("1080p30"), plan("720p30")]);
  opened.workshop.bareBackgrounds.want(used);
  await there(2);
  // With the slate of each.
  expect(videos(opened)).toBe(4);
  await opened.close();

  opened = await openWorkshop(join(folder.dir, "engine"));
  opened.workshop.bareBackgrounds.want(used);
  await there(2);
  expect(opened.rendered()).toEqual([]);

  await opened.cache.index.scan();
  await opened.cache.index.limit(1);
  const { bareBackgrounds } = opened.workshop;
  for (const { choice } of used) {
    const key = bareBackgrounds.find(background, choice)?.key ?? "";
    expect(await opened.cache.get(key)).toMatchObject({ key, isComplete: true });
  }
  const [first = ""] = bareBackgrounds.keys;
  bareBackgrounds.want([]);
  await opened.cache.index.evict();
  expect(await opened.cache.get(first)).toBeNull();
});

it("is the same unit that is made for an item of which only the background is to be shown", async () => {
  opened.workshop.bareBackgrounds.want(usedBackgrounds([plan("720p30")], []));
  await there(1);
  const { log } = memoryLog();
  const needs = {
    sceneHost: () => createNodeSceneHost(),
    videoFacts: { of: (path: string) => probeVideo(path, { ffprobePath: "ffprobe" }) },
    log,
  };
  const profile = profileOf(plan("720p30"));
  const request = await compositeRequest(needs, plan("720p30"), planItem("a", null, 60_000), profile, "background");
  const { slate } = await opened.workshop.slates.find(plan("720p30"));
  const unit = await opened.workshop.renderer.composite(profile, slate.headers, request, { lane: "idle", label: "rung" });
  expect(opened.workshop.bareBackgrounds.keys).toEqual([unit.key]);
});

it("one whose file is broken on the disk is made again", async () => {
  opened.workshop.bareBackgrounds.want(usedBackgrounds([plan("720p30")], []));
  await there(1);
  const [key = ""] = opened.workshop.bareBackgrounds.keys;
  await opened.cache.discard(key);
  opened.workshop.bareBackgrounds.repair(key);
  expect(opened.workshop.bareBackgrounds.find(background, plan("720p30"))).toBeNull();
  await there(1);
  expect(await opened.cache.get(key)).toMatchObject({ key });
});
