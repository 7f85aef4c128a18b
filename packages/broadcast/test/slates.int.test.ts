import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { testFolder } from "./support/engine.ts";
import { until } from "./support/studio.ts";
import { type TestWorkshop, openWorkshop } from "./support/workshop.ts";

const WAIT_MS = 60_000;
const USUAL = { profileId: "1080p30", quality: "standard", renderEncoder: "software" } as const;
const CHOSEN = { ...USUAL, profileId: "720p30" } as const;

let folder: Awaited<ReturnType<typeof testFolder>>;
let opened: TestWorkshop;
beforeEach(async () => {
  folder = await testFolder();
  opened = await openWorkshop(join(folder.dir, "engine"));
});
afterEach(async () => {
  await opened.close();
  await folder.remove();
});

const isKnown = (choice: typeof USUAL | typeof CHOSEN) => opened.workshop.slates.known(choice) !== null;

it("the slate of a profile that was chosen, and the usual one, are there before a stream starts; the next process renders none", async () => {
  opened.workshop.slates.prepare([CHOSEN, CHOSEN]);
  await until(() => isKnown(CHOSEN) && isKnown(USUAL), WAIT_MS);
  expect(opened.rendered()).toHaveLength(3);
  const { slate } = await opened.workshop.slates.find(CHOSEN);
  expect(opened.workshop.slates.known(CHOSEN)?.slate).toBe(slate);
  expect(opened.workshop.slates.keys).toContain(slate.video.key);
  await opened.close();

  opened = await openWorkshop(join(folder.dir, "engine"));
  opened.workshop.slates.prepare([CHOSEN]);
  await until(() => isKnown(CHOSEN) && isKnown(USUAL), WAIT_MS);
  expect(opened.rendered()).toEqual([]);
});

it("one that is needed at once does not wait for its preparation's turn", async () => {
  const held = Promise.withResolvers<undefined>();
  const jobs = [1, 2].map((nth) => opened.scheduler.schedule({ lane: "asked", label: `held ${nth}` }, () => held.promise));
  await until(() => opened.scheduler.snapshot().running.length === 2, WAIT_MS);
  opened.workshop.slates.prepare([CHOSEN]);
  const { slate } = await opened.workshop.slates.find(CHOSEN);
  expect(slate.video.isComplete).toBe(true);
  expect(isKnown(USUAL)).toBe(false);
  held.resolve(undefined);
  await Promise.all(jobs.map(({ promise }) => promise));
});

it("what was found for a graphics encoder that is lost is looked for again", async () => {
  opened.workshop.slates.prepare([CHOSEN]);
  await until(() => isKnown(CHOSEN), WAIT_MS);
  opened.workshop.slates.encoderLost("nvenc");
  expect(isKnown(CHOSEN)).toBe(true);
  opened.workshop.slates.encoderLost("software");
  expect(isKnown(CHOSEN)).toBe(false);
});
