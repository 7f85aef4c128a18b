import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RenderEncoder } from "@nightjar/contract";
import { expect, it } from "vitest";
import { Slates } from "../src/director/prepare/slates.ts";
import { memoryLog } from "./support/engine.ts";
import { workshopGround } from "./support/ground.ts";
import { until } from "./support/studio.ts";

const WAIT_MS = 60_000;
const USUAL = { profileId: "1080p30", quality: "standard", renderEncoder: "software" } as const;
const CHOSEN = { ...USUAL, profileId: "720p30" } as const;

const ground = workshopGround();

/** Two pictures over one silence. */
const areBothThere = () => ground.opened.workshop.slates.keys.length === 3;

it("the slate of a profile that was chosen, and the usual one, are there before a stream starts; the next process renders none", async () => {
  ground.opened.workshop.slates.prepare([CHOSEN, CHOSEN]);
  await until(areBothThere, WAIT_MS);
  expect(ground.opened.rendered()).toHaveLength(3);
  const { slate } = await ground.opened.workshop.slates.find(CHOSEN);
  expect((await ground.opened.workshop.slates.find(CHOSEN)).slate).toBe(slate);
  expect(ground.opened.workshop.slates.keys).toContain(slate.video.key);

  await ground.reopen();
  ground.opened.workshop.slates.prepare([CHOSEN]);
  await until(areBothThere, WAIT_MS);
  expect(ground.opened.rendered()).toEqual([]);
});

it("it is there at once where the cache was deleted, in the next process and in this one; one whose bytes are damaged is rendered", async () => {
  const spares = async () => (await readdir(join(ground.dir, "engine", "spares")).catch((): string[] => [])).toSorted();
  ground.opened.workshop.slates.prepare([CHOSEN]);
  const { slate } = await ground.opened.workshop.slates.find(CHOSEN);
  await until(async () => (await spares()).length === 6, WAIT_MS);

  await rm(join(ground.dir, "engine", "cache"), { recursive: true });
  await ground.reopen();
  ground.opened.workshop.slates.prepare([CHOSEN]);
  await until(areBothThere, WAIT_MS);
  await rm(join(ground.dir, "engine", "cache"), { recursive: true });
  expect((await ground.opened.workshop.slates.find(CHOSEN)).slate).toEqual(slate);
  expect(ground.opened.rendered()).toEqual([]);

  // The same bytes as the cache's: both are rendered anew.
  await writeFile(slate.video.path, Buffer.alloc(slate.video.readableBytes));
  await ground.reopen();
  await ground.opened.workshop.slates.find(CHOSEN);
  expect(ground.opened.rendered()).toEqual(["video"]);
});

it("what no stream's profile needs any more is no spare", async () => {
  const spares = async () => (await readdir(join(ground.dir, "engine", "spares")).catch((): string[] => [])).length;
  ground.opened.workshop.slates.prepare([CHOSEN]);
  await until(async () => (await spares()) === 6, WAIT_MS);
  await ground.reopen();
  ground.opened.workshop.slates.prepare([]);
  await until(async () => (await spares()) === 4, WAIT_MS);
});

it("one that is needed at once does not wait for its preparation's turn", async () => {
  const held = Promise.withResolvers<undefined>();
  const jobs = [1, 2].map((nth) => ground.opened.scheduler.schedule({ lane: "asked", label: `held ${nth}` }, () => held.promise));
  await until(() => ground.opened.scheduler.snapshot().running.length === 2, WAIT_MS);
  ground.opened.workshop.slates.prepare([CHOSEN]);
  const { slate } = await ground.opened.workshop.slates.find(CHOSEN);
  expect(slate.video.isComplete).toBe(true);
  expect(areBothThere()).toBe(false);
  held.resolve(undefined);
  await Promise.all(jobs.map(({ promise }) => promise));
});

it("what was found for a graphics encoder that is lost is looked for again", async () => {
  const { renderer } = ground.opened.workshop;
  const asked: RenderEncoder[] = [];
  const find = (encoder: RenderEncoder) => {
    asked.push(encoder);
    return Promise.resolve({ encoder, isAvailable: false, reason: "It is in use." });
  };
  const slates = new Slates({ renderer, encoders: { find }, spares: ground.opened.cache, log: memoryLog().log });
  const byHardware = { ...CHOSEN, renderEncoder: "nvenc" } as const;
  await slates.find(byHardware);
  await slates.find(USUAL);
  slates.encoderLost("vaapi");
  slates.prepare([byHardware]);
  expect(asked).toEqual(["nvenc"]);
  // What it was found to be rendered by instead.
  slates.encoderLost("software");
  slates.prepare([byHardware]);
  expect(asked).toEqual(["nvenc", "nvenc"]);
});

it("an engine that ends while one is made says nothing of it: that is no failure", async () => {
  const { workshop, scheduler, lines, close } = ground.opened;
  workshop.slates.prepare([CHOSEN]);
  await until(() => scheduler.snapshot().running.length > 0, WAIT_MS);
  await close();
  expect(lines.filter(({ message }) => message === "slate not rendered")).toEqual([]);
});
