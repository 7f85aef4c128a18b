import { join } from "node:path";
import type { OnAir, Plan, PlanFile } from "@nightjar/contract";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { moreArrives } from "./support/arrived.ts";
import { Arrivals, type Columns, colourOf, columnsOf, makeColour, makeStill, picturesOf } from "./support/colours.ts";
import { makeTone, planItem, testPlan } from "./support/engine.ts";
import { readRecording, steps } from "./support/recording.ts";
import { type Studio, named, openStudio, rtmp, until } from "./support/studio.ts";

const FRAME_MS = 1000 / 30;
/** Caps stand on a machine that has other things to do; the medians are printed. */
const SLACK = 4;

let studio: Studio;
let ingest: RtmpIngest;
let colours: Record<"red" | "blue" | "green", PlanFile>;
let items: Plan["items"];

beforeAll(async () => {
  studio = await openStudio();
  ingest = await startRtmpIngest();
  await studio.engine.reconcile([]);
  const [red, blue, green, tone] = await Promise.all([
    makeColour(join(studio.dir, "red.mp4"), "red", 10),
    makeColour(join(studio.dir, "blue.mp4"), "blue", 10),
    makeColour(join(studio.dir, "green.mp4"), "0x00ff00", 10),
    makeTone(join(studio.dir, "tone.wav"), { seconds: 90, hz: 440, rateHz: 48_000 }),
  ]);
  colours = { red, blue, green };
  items = [planItem("long", tone, 90_000)];
});
afterAll(async () => {
  await studio.close();
  await ingest.remove();
});

const still = (file: PlanFile): Plan["background"] => ({ kind: "image", file });
const under = (file: PlanFile): Plan["background"] => ({ kind: "video", file });

async function onAir(name: string, changes: Partial<Plan>) {
  const plan = testPlan(items, ingest.url, name, {
    ...{ ...named(name), profileId: "720p30", destinations: [rtmp(name, ingest.url, name)] },
    ...changes,
  });
  studio.engine.apply(plan);
  const path = await ingest.waitForBytes(name, 1_000, 90_000);
  const isWhole = ({ state, picture }: OnAir) => state === "on-air" && picture.level === "wanted" && picture.reason === null;
  await studio.waitFor(plan.streamId, isWhole, 60_000);
  const off = async () => {
    studio.engine.stop(plan.streamId);
    await studio.waitFor(plan.streamId, ({ state }) => state === "off");
  };
  const apply = (more: Partial<Plan>) => studio.engine.apply({ ...plan, ...more });
  return { plan, path, apply, off };
}

/** When the first picture of a colour had arrived, after another moment of arrival. */
async function arrivalsOfColours(path: string, arrivals: Arrivals): Promise<(colour: string, afterMs: number) => number> {
  const [columns, pictures] = await Promise.all([columnsOf(path), picturesOf(path)]);
  const shown = pictures.toSorted((a, b) => a.ptsMs - b.ptsMs).map(({ endByte }) => arrivals.atMs(endByte));
  const colours = columns.map(colourOf);
  return (colour, afterMs) => shown.find((atMs, index) => atMs > afterMs && colours[index] === colour) ?? Number.POSITIVE_INFINITY;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function expectSeamless(path: string): Promise<void> {
  const recording = await readRecording(path);
  expect(steps(recording.video).isRising).toBe(true);
  expect(steps(recording.video).largestMs).toBeLessThan(FRAME_MS + 1);
  expect(steps(recording.audio).largestMs).toBeLessThan(23.5);
  expect(steps(recording.video.filter(({ isKey }) => isKey)).largestMs).toBeLessThanOrEqual(2_001);
  expect([recording.headers.video.size, recording.headers.audio.size]).toEqual([1, 1]);
}

describe("a background changed while a track sounds", () => {
  it("is on the wire at once when it is in the cache, and after its render when it is not, on the same connection and without a hole", async () => {
    const { plan, path, apply, off } = await onAir("cut", { background: under(colours.red) });
    const arrivals = new Arrivals(path);
    const changes: { colour: "red" | "blue"; atMs: number }[] = [];
    for (const colour of ["blue", "red", "blue", "red", "blue", "red"] as const) {
      // What was written at the last cut is still on its way.
      await moreArrives(path, 700);
      changes.push({ colour, atMs: performance.now() });
      apply({ background: under(colours[colour]) });
      expect(await studio.engine.updateContent(plan.streamId)).toEqual({ isUpdated: true, reason: null });
    }
    await moreArrives(path, 700);
    await off();
    await arrivals.close();
    const firstOf = await arrivalsOfColours(path, arrivals);
    const took = changes.map(({ colour, atMs }) => firstOf(colour, atMs) - atMs);
    const [uncached = Number.NaN, ...cached] = took;
    console.info(
      `a changed background reached the ingest after ${Math.round(median(cached))} ms (median of five, cached), ${Math.round(uncached)} ms (rendered)`,
    );
    expect(median(cached)).toBeLessThan(2_500 * SLACK);
    // Its render may wait for others; on an idle machine the whole takes two seconds.
    expect(uncached).toBeLessThan(60_000);
    await expectSeamless(path);
  });

  it("fades over within a second where that is wanted, and slides, with a key picture every two seconds", async () => {
    const [red, blue] = [
      still(await makeStill(join(studio.dir, "red.jpg"), "red")),
      still(await makeStill(join(studio.dir, "blue.jpg"), "blue")),
    ];
    const { plan, path, apply, off } = await onAir("fade", { background: red, transition: "fade" });
    // Each once for the cache, for on a busy machine a transition that is not there in time is left out, and once to be looked at.
    const before = oneGopUnits();
    for (const [index, changes] of (
      [
        { background: blue, transition: "fade" },
        { background: red, transition: "slide" },
      ] as const
    ).entries()) {
      apply(changes);
      await studio.engine.updateContent(plan.streamId);
      await until(
        () => oneGopUnits() >= before + index + 1,
        30_000,
        () => JSON.stringify(studio.lines.slice(-20)),
      );
    }
    for (const changes of [
      { background: blue, transition: "fade" },
      { background: red, transition: "slide" },
    ] as const) {
      apply(changes);
      await studio.engine.updateContent(plan.streamId);
      // The unit is two seconds long, and planned ahead.
      await moreArrives(path, 3_000);
    }
    await off();
    const pictures = await columnsOf(path);
    const [faded, slid] = mixedRuns(pictures).slice(-2);
    // Beyond these the one or the other is nearly pure.
    expect(faded?.length, "frames of the fade").toBeGreaterThanOrEqual(11);
    expect(faded?.length).toBeLessThanOrEqual(20);
    // In the middle half of each, everywhere alike.
    const middle = faded?.[Math.floor(faded.length / 2)] ?? [];
    for (const [red, , blue] of middle) {
      expect(red).toBeGreaterThan(70);
      expect(red).toBeLessThan(185);
      expect(blue).toBeGreaterThan(70);
      expect(blue).toBeLessThan(185);
    }
    expect(slid?.length, "frames of the slide").toBeGreaterThan(22);
    expect(slid?.length).toBeLessThanOrEqual(31);
    // The new one comes in from the right, steadily: at half time half of it is there.
    const edges = (slid ?? []).map((columns) => columns.filter(([red]) => red > 128).length);
    expect(edges).toEqual(edges.toSorted((a, b) => a - b));
    expect(Math.abs((edges[Math.floor(edges.length / 2)] ?? 0) - 8)).toBeLessThanOrEqual(2);
    const half = slid?.[Math.floor(slid.length / 2)] ?? [];
    expect([half[0]?.[2] ?? 0, half[15]?.[0] ?? 0].every((value) => value > 170)).toBe(true);
    await expectSeamless(path);
  });

  it("keeps the previous one and says so when it cannot be rendered, until it can be", async () => {
    const { plan, path, apply, off } = await onAir("broken", { background: under(colours.red) });
    apply({ background: under({ path: join(studio.dir, "gone.mp4"), sha256: "gone" }) });
    expect(await studio.engine.updateContent(plan.streamId)).toMatchObject({ isUpdated: false });
    expect(studio.engine.onAir(plan.streamId).picture.reason).toContain("continues with the previous one");
    apply({ background: under(colours.blue) });
    expect(await studio.engine.updateContent(plan.streamId)).toEqual({ isUpdated: true, reason: null });
    await until(() => studio.engine.onAir(plan.streamId).picture.reason === null);
    await moreArrives(path, 700);
    await off();
    const seen = (await columnsOf(path)).map(colourOf);
    expect(seen.filter((colour, index) => colour !== seen[index - 1])).toEqual(["red", "blue"]);
    await expectSeamless(path);
  });
});

/** One GOP of 720p30. */
function oneGopUnits(): number {
  return studio.lines.filter(({ message, fields }) => message === "unit rendered" && fields["kind"] === "video" && fields["count"] === 60)
    .length;
}

/** Pictures that are of no single colour, in runs. */
function mixedRuns(pictures: readonly Columns[]): Columns[][] {
  const found: Columns[][] = [];
  pictures.forEach((columns, index) => {
    if (colourOf(columns) !== "mixed") return;
    if (index > 0 && colourOf(pictures[index - 1] ?? []) === "mixed") found.at(-1)?.push(columns);
    else found.push([columns]);
  });
  return found;
}
