import { join } from "node:path";
import type { Loudness, PlanItem } from "@nightjar/contract";
import { probeVideo } from "@nightjar/media";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { createNodeSceneHost } from "@nightjar/scene/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WantedPictures } from "../src/director/ready/wanted-pictures.ts";
import { BAR_SCENE } from "./support/bar.ts";
import { makeTone, makeVideo, memoryLog, planItem, testPlan } from "./support/engine.ts";
import { workshopGround } from "./support/ground.ts";
import { type Studio, named, openStudio, rtmp, until } from "./support/studio.ts";

const WAIT_MS = 100_000;
const LOUDNESS: Loudness = { integratedLufs: -20, rangeLu: 0, truePeakDbtp: -18 };
const SECONDS = 20;

async function track(dir: string, id: string, hz: number): Promise<PlanItem> {
  const audio = await makeTone(join(dir, `${id}.wav`), { seconds: SECONDS, hz });
  return { ...planItem(id, audio, SECONDS * 1000), loudness: LOUDNESS };
}

describe("a stream that was prepared", () => {
  let studio: Studio;
  let ingest: RtmpIngest;
  beforeAll(async () => {
    [studio, ingest] = await Promise.all([openStudio(), startRtmpIngest()]);
    await studio.engine.reconcile([]);
  });
  afterAll(async () => {
    await studio.close();
    await ingest.remove();
  });

  const rendered = () => studio.lines.filter(({ message }) => message === "unit rendered").map(({ fields }) => fields["purpose"]);
  const explain = () => JSON.stringify(studio.lines.slice(-12));

  it("finds at Start all that it shows and sounds in the cache, what moves too: nothing is rendered, and its own picture is the first", async () => {
    const background = { kind: "video" as const, file: await makeVideo(join(studio.dir, "loop.mp4"), { seconds: 4, size: "640x360" }) };
    const offAir = testPlan([await track(studio.dir, "a", 440)], ingest.url, "prepared", {
      ...{ ...named("prepared"), background, scene: BAR_SCENE, profileId: "720p30", destinations: [] },
    });
    studio.engine.prepare([offAir]);
    await until(() => studio.lines.some(({ message }) => message === "stream prepared"), WAIT_MS, explain);
    const before = rendered();
    expect(before).toEqual(expect.arrayContaining(["slate", "background", "sound", "junction", "still-scene", "wanted"]));

    const plan = { ...offAir, startedAt: new Date().toISOString(), destinations: [rtmp("prepared", ingest.url, "prepared")] };
    studio.engine.apply(plan);
    await studio.trackStarted(plan, 1);
    expect(studio.engine.onAir(plan.streamId).picture).toEqual({ level: "wanted", reason: null });
    // The list has one track: its successor is lined up without a render, too.
    await studio.waitFor(plan.streamId, ({ state, nextTrack }) => state === "on-air" && nextTrack !== null);
    expect(rendered()).toEqual(before);
    studio.engine.stop(plan.streamId);
  });
});

describe("preparing", () => {
  const ground = workshopGround();

  const isPrepared = () => ground.opened.lines.some(({ message }) => message === "stream prepared");
  const running = () => ground.opened.scheduler.snapshot().running.filter(({ lane }) => lane === "idle").length;

  it("gives way to what is needed: its render is ended, and made when there is idle time again", async () => {
    const plan = testPlan([await track(ground.dir, "a", 440)], "rtmp://h/live", "key", { scene: BAR_SCENE, profileId: "1440p30" });
    await ground.opened.workshop.slates.find(plan);
    ground.opened.workshop.preparedStreams.prepare([plan]);
    await until(() => running() === 1, WAIT_MS);
    const needed = Promise.withResolvers<undefined>();
    const job = ground.opened.scheduler.schedule({ lane: "air", label: "needed" }, () => needed.promise);
    await until(() => running() === 0, WAIT_MS);
    expect(isPrepared()).toBe(false);
    needed.resolve(undefined);
    await job.promise;
    await until(isPrepared, WAIT_MS, () => JSON.stringify(ground.opened.lines));
    expect(ground.opened.lines.filter(({ level }) => level === "warn" || level === "error")).toEqual([]);

    // What is counted as asked for within the next hour goes by the same names: nothing of this is asked for any more.
    const host = createNodeSceneHost();
    const videoFacts = { of: (path: string) => probeVideo(path, { ffprobePath: "ffprobe" }) };
    const needs = { sceneHost: () => host, videoFacts, log: memoryLog().log };
    const [first] = plan.items;
    const wanted = first ? await new WantedPictures(needs, ground.opened.workshop.renderer).of(plan, first) : [];
    const isThere = (key: string) => ground.opened.cache.index.has(key);
    expect(wanted.map(({ isMoving, keys }) => [isMoving, keys.some(isThere)])).toEqual([
      [false, true],
      [true, true],
    ]);
  });
});
